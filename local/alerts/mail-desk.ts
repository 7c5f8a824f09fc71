import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import type { Running } from '../lambda/schedule.ts'
import { startSubscriber } from '../terminal/subscriber.ts'

/** What SNS makes of a mail for a subscriber that is a queue. */
const Envelope = z.object({ TopicArn: z.string(), Subject: z.string(), Message: z.string() })

const createFolder = (dataFolder: string | null): string => {
  if (dataFolder === null) return mkdtempSync(join(tmpdir(), 'attendance-mails-'))
  const folder = join(dataFolder, 'mails')
  mkdirSync(folder, { recursive: true })
  return folder
}

/**
 * Where the mails of a run are kept: beside its data, or in a folder of their own, which there is
 * only once it is asked for.
 */
export const mailFolderIn = (dataFolder: string | null): (() => string) => {
  let folder: string | null = null
  return () => {
    folder ??= createFolder(dataFolder)
    return folder
  }
}

type MailDeskOptions = {
  queueUrl: string
  folder: () => string
  now: () => number
  note: (text: string) => void
  onError: (error: unknown) => void
}

/** Keeps every mail as a text file, named by when it was sent and to which audience. */
export const startMailDesk = (options: MailDeskOptions): Running => {
  const { queueUrl, folder, now, note, onError } = options
  let mails = 0
  return startSubscriber(new SQSClient(), {
    queueUrl,
    take: (message) => {
      const { TopicArn, Subject, Message } = Envelope.parse(JSON.parse(message))
      const audience = TopicArn.split(':mail-').at(-1) ?? ''
      const moment = new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')
      if (mails === 0) note(`  Mails are kept in ${folder()}`)
      const file = join(folder(), `${moment}-${String(++mails).padStart(4, '0')}-${audience}.txt`)
      writeFileSync(file, `To: ${audience}\nSubject: ${Subject}\n\n${Message}\n`)
      note(`  mail to ${audience} │ ${Subject}`)
    },
    onError,
  })
}
