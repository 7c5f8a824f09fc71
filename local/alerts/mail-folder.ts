import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** A mail that was sent in a run; `html` is null where it was sent as plain text alone. */
export type KeptMail = { to: string; subject: string; text: string; html: string | null }

/**
 * Keeps every mail as files, named by when it was sent and to whom: its text, and its HTML.
 * @param note told of each mail, and at the first of where they are kept
 */
export const keepMailsIn = (
  folder: () => string,
  now: () => number,
  note: (text: string) => void,
): ((mail: KeptMail) => void) => {
  let mails = 0
  return ({ to, subject, text, html }) => {
    const moment = new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')
    // Addresses may have characters that file names may not.
    const name = to.replaceAll(/[^\w@.+-]+/g, '_').slice(0, 80)
    if (mails === 0) note(`  Mails are kept in ${folder()}`)
    const file = join(folder(), `${moment}-${String(++mails).padStart(4, '0')}-${name}`)
    writeFileSync(`${file}.txt`, `To: ${to}\nSubject: ${subject}\n\n${text}\n`)
    if (html !== null) writeFileSync(`${file}.html`, html)
    note(`  mail to ${to} │ ${subject}`)
  }
}
