import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod'
import { closeServer, listenOnLoopback } from '../loopback.ts'
import type { KeptMail } from './mail-folder.ts'

const text = z.object({ Data: z.string() })

/** What SES's SendEmail takes, as far as this system sends it. */
const SendEmail = z.object({
  Destination: z.object({ BccAddresses: z.array(z.string()).min(1).max(50) }),
  Content: z.object({
    Simple: z.object({ Subject: text, Body: z.object({ Text: text, Html: text }) }),
  }),
})

/** A place that takes mails in SES's stead. */
export type SesDesk = { url: string; close: () => Promise<void> }

/** Starts a desk on a loopback port of its own choosing, for clients of the SES API. */
export const startSesDesk = async (keep: (mail: KeptMail) => void): Promise<SesDesk> => {
  const server = createServer(async (request, response) => {
    try {
      const { Destination, Content } = SendEmail.parse(await json(request))
      const { Subject, Body } = Content.Simple
      for (const to of Destination.BccAddresses)
        keep({ to, subject: Subject.Data, text: Body.Text.Data, html: Body.Html.Data })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ MessageId: 'local' }))
    } catch {
      response.setHeader('x-amzn-errortype', 'BadRequestException')
      response.writeHead(400).end('{}')
    }
  })
  const url = await listenOnLoopback(server)
  return { url, close: () => closeServer(server) }
}
