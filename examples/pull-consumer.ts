import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { AwsV4Signer } from 'aws4fetch'
// Where the package is installed: 'attendance-events-consumer/payloads' and '…/read'.
import type { Delivery } from '../consumer/src/payloads.ts'
import { readDelivery } from '../consumer/src/read.ts'

/**
 * Pulls every event from the read API, and acts on each once:
 *
 *   node examples/pull-consumer.ts <URL of the read API> <database file>
 *
 * It asks with the credentials and the region that other programs of AWS find, too. A run on one machine
 * takes any.
 */

const idleSeconds = Number(process.env['IDLE_SECONDS'] ?? 30)
const retrySeconds = Number(process.env['RETRY_SECONDS'] ?? 5)
const timeoutSeconds = Number(process.env['TIMEOUT_SECONDS'] ?? 30)
const limit = 1_000

/** Some of what follows the cursor is no longer kept. */
class Gone extends Error {
  /** Goes on after that; null where only the oldest that is kept does. */
  readonly cursor: string | null
  constructor({ cursor }: Problem) {
    super()
    this.cursor = cursor ?? null
  }
}

/** What was asked for was not answered; it may be the next time. */
class Unanswered extends Error {}

/** What was asked for is for a person to put right: asked again, it would be refused again. */
class Refused extends Error {}

type Problem = { detail: string; cursor?: string }
type Page = { events: unknown[]; cursor: string; isMore: boolean }

const [url, file] = process.argv.slice(2)
if (url === undefined || file === undefined) {
  process.stderr.write(
    'error: node examples/pull-consumer.ts <URL of the read API> <database file>\n',
  )
  process.exit(1)
}
const credentials = defaultProvider()
const region = process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? ''

const database = new DatabaseSync(file)
database.exec(`
  CREATE TABLE IF NOT EXISTS came (source, employee, sequence, PRIMARY KEY (source, employee, sequence));
  CREATE TABLE IF NOT EXISTS pulled (id INTEGER PRIMARY KEY CHECK (id = 1), cursor TEXT);
`)
const know = database.prepare('INSERT OR IGNORE INTO came VALUES (?, ?, ?)')
const move = database.prepare('INSERT OR REPLACE INTO pulled VALUES (1, ?)')

const tell = (text: string): void => void process.stdout.write(`${text}\n`)

const cursorNow = (): string | null =>
  (database.prepare('SELECT cursor FROM pulled').get()?.['cursor'] as string | undefined) ?? null

/** The status of an answer, and all of its body. */
const request = async (address: URL, headers: Headers): Promise<[number, string]> => {
  try {
    const signal = AbortSignal.timeout(timeoutSeconds * 1_000)
    const answer = await fetch(address, { headers, signal })
    return [answer.status, await answer.text()]
  } catch {
    throw new Unanswered()
  }
}

const parse = (body: string) => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The JSON object that has these; what others between here and the read API say is no answer. */
const read = <Said extends object>(body: string, names: readonly (keyof Said)[]): Said => {
  const said = parse(body)
  if (!names.every((name) => name in Object(said))) throw new Unanswered()
  return said
}

const ask = async (after: string | null): Promise<Page> => {
  const address = new URL(`${url.replace(/\/$/, '')}/events`)
  address.searchParams.set('limit', String(limit))
  if (after !== null) address.searchParams.set('after', after)
  const how = { url: address.href, service: 'execute-api', region, ...(await credentials()) }
  const { headers } = await new AwsV4Signer(how).sign()
  const [status, body] = await request(address, headers)
  if (status === 410) throw new Gone(read<Problem>(body, ['detail']))
  if (status === 408 || status === 429 || status >= 500) throw new Unanswered()
  if (status >= 400) throw new Refused(`${status}: ${body.split(/\s+/).join(' ').trim()}`)
  return read<Page>(body, ['events', 'cursor', 'isMore'])
}

const act = (delivery: Delivery | null): void => {
  if (delivery === null || delivery.kind === 'test') return
  const { source, subject, sequence } = delivery.event
  // It came before.
  if (know.run(source, subject, sequence).changes === 0) return
  // Of a type that came after this was written: nothing to do, but its number is known.
  if (delivery.kind !== 'full') return
  const { type, data } = delivery.event
  tell(`${Number(sequence)} ${type} ${data.employee.givenName}`)
}

/** What is done about events, their numbers and the cursor: all of it or none. */
const take = ({ events, cursor }: Page): void => {
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const event of events) act(readDelivery(event))
    move.run(cursor)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/** @returns for how many seconds to wait */
const pull = async (): Promise<number> => {
  try {
    const page = await ask(cursorNow())
    take(page)
    return page.isMore ? 0 : idleSeconds
  } catch (error) {
    if (error instanceof Gone) {
      // What comes again is dropped, and GET /presence has who is in.
      tell('some events are no longer kept')
      move.run(error.cursor)
      return 0
    }
    if (!(error instanceof Unanswered)) throw error
    return retrySeconds
  }
}

try {
  for (;;) await setTimeout((await pull()) * 1_000)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  process.stderr.write(`error: ${error.message}\n`)
  process.exitCode = 1
}
