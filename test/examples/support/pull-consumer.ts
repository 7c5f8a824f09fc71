import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, onTestFinished, vi } from 'vitest'
import { eventKeys } from '../../../lib/store/tables.ts'
import { closeServer, listenOnLoopback } from '../../../local/loopback.ts'
import { test } from '../../read-api/support/read-test.ts'
import { numbered, ofLaterType } from './events.ts'
import { newDatabase, pointingAt, startExample } from './running.ts'

type Answer = (response: ServerResponse) => void

const page = JSON.stringify({ events: [numbered(1)], cursor: 'AbC', isMore: false })
const answer =
  (status: number, body: string): Answer =>
  (response) =>
    void response.writeHead(status).end(body)
/** Part of a page, then nothing more of what was announced by the headers. */
const breakOff =
  (status: number, headers: Record<string, string | number>): Answer =>
  (response) =>
    void response.writeHead(status, headers).write(page.slice(0, 10), () => response.socket?.end())

const html = '<html>\n<h1>Please wait</h1>\n</html>'
/** What is answered so, or not at all, may be answered the next time. */
const unanswered: Record<string, Answer> = {
  'reset at once': (response) => void response.socket?.resetAndDestroy(),
  'closed at once': (response) => void response.socket?.end(),
  'no HTTP': (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  never: () => {},
  'never whole': (response) => void response.writeHead(200).write(page.slice(0, 10)),
  'broken off by its length': breakOff(200, { 'content-length': page.length }),
  'broken off by its chunks': breakOff(200, {}),
  'a refusal that broke off': breakOff(403, { 'content-length': page.length }),
  'cut off': answer(200, page.slice(0, -3)),
  empty: answer(200, ''),
  'a page for people': answer(200, html),
  'no text': (response) => void response.writeHead(200).end(Buffer.from([0xff, 0xfe, 0xc3])),
  null: answer(200, 'null'),
  'a list': answer(200, '[]'),
  'something else': answer(200, '{"message":"hello"}'),
  'too slowly for their gateway': answer(504, html),
  'not now': answer(503, '{"message":"Service Unavailable"}'),
  'too much': answer(429, '{"message":"Too Many Requests"}'),
  'too late': answer(408, ''),
  'gone, to people': answer(410, html),
}

/** What is answered so would be the next time, too. */
const refused: [Answer, string][] = [
  [answer(403, '{"message":"Forbidden"}'), 'error: 403: {"message":"Forbidden"}'],
  [answer(400, '{\n  "detail": "No such cursor"\n}'), 'error: 400: { "detail": "No such cursor" }'],
  [answer(404, html), 'error: 404: <html> <h1>Please wait</h1> </html>'],
]

const patiently = { timeout: 30_000, interval: 100 }

/**
 * What a consumer that pulls must do, in whichever language.
 * @param command what runs it for a read API, with its database
 */
export const testPullConsumer = (
  name: string,
  command: (url: string, database: string) => readonly [string, ...string[]],
): void => {
  test(`${name} acts on each event once, also across a restart, and goes on after those that are gone`, async ({
    start,
    engines,
  }) => {
    const world = await start({ now: '2026-11-20T09:00:00Z' })
    const environment = { ...pointingAt(engines.environment), IDLE_SECONDS: '0.1' }
    const database = newDatabase()
    const begin = (of = database) => startExample(command(world.url, of), environment)
    const toldBy = ({ lines, errors }: ReturnType<typeof startExample>, ...told: string[]) =>
      vi.waitFor(() => {
        expect(errors).toEqual([])
        expect(lines).toEqual(told)
      }, patiently)
    /** Waits until the numbers of so many events are kept: who is killed before that acts again. */
    const kept = (count: number) =>
      vi.waitFor(() => {
        const connection = new DatabaseSync(database, { readOnly: true })
        const row = connection.prepare('SELECT count(*) AS count FROM came').get()
        connection.close()
        expect(row?.['count']).toBe(count)
      }, patiently)
    const line = (n: number) => `${n} attendance.clocked-in Amina`

    // What the log has twice, and what comes while it runs.
    await world.append(numbered(1), numbered(2), numbered(1))
    const first = begin()
    await toldBy(first, line(1), line(2))
    await world.append(numbered(2), numbered(3))
    await toldBy(first, line(1), line(2), line(3))
    await kept(3)
    first.stop()

    const second = begin()
    await world.append(numbered(4))
    await toldBy(second, line(4))
    await kept(4)
    second.stop()

    // Away for longer than events are kept: DynamoDB has dropped what came first.
    await world.append(numbered(5))
    world.at('2026-12-25T09:00:00Z')
    await world.append(numbered(6))
    const expire = (position: number) =>
      engines.documents.send(
        new DeleteCommand({
          TableName: world.resources.eventsTable,
          Key: eventKeys.segment(1, position),
        }),
      )
    for (const position of [1, 2, 3, 4]) await expire(position)
    const third = begin()
    await toldBy(third, 'some events are no longer kept', line(6))
    third.stop()

    // Where they were kept for less time meanwhile, what came later is gone before what came first.
    await world.append(numbered(7))
    await world.append(numbered(8))
    // After the month the writer left out a thousand positions.
    await expire(1_006)
    await toldBy(begin(newDatabase()), line(6), 'some events are no longer kept', line(8))
  })

  test(`${name} signs what it asks, as the read API in AWS wants it, and leaves alone what it does not know`, async ({
    engines,
  }) => {
    const asked: IncomingMessage[] = []
    const server = createServer((request, response) => {
      asked.push(request)
      const events = [ofLaterType(1), numbered(2)]
      response.end(JSON.stringify({ events, cursor: 'AbC', isMore: false }))
    })
    onTestFinished(() => closeServer(server))
    const url = await listenOnLoopback(server, 0)
    const environment = { ...pointingAt(engines.environment), IDLE_SECONDS: '0.1' }
    const { lines, errors } = startExample(command(`${url}/`, newDatabase()), environment)
    await vi.waitFor(() => expect([errors, asked.length > 1]).toEqual([[], true]), patiently)
    expect(lines).toEqual(['2 attendance.clocked-in Amina'])
    expect(asked[0]?.url).toBe('/events?limit=1000')
    expect(asked[1]?.url).toBe('/events?limit=1000&after=AbC')
    expect(asked[1]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/eu-west-1\/execute-api\/aws4_request, SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}$/,
    )
  })

  /** Runs it against a server that answers so, one after the other; the last as often as it is asked. */
  const runAgainst = async (environment: { AWS_REGION: string }, answers: readonly Answer[]) => {
    let asked = 0
    const answerNow = () => answers[Math.min(asked, answers.length) - 1]
    const server = createServer((_, response) => {
      asked += 1
      answerNow()?.(response)
    })
    onTestFinished(() => closeServer(server))
    const url = await listenOnLoopback(server, 0)
    const quickly = { IDLE_SECONDS: '0.1', RETRY_SECONDS: '0.1', TIMEOUT_SECONDS: '1' }
    const ours = { ...pointingAt(environment), ...quickly }
    return { ...startExample(command(url, newDatabase()), ours), answerNow }
  }

  test(`${name} asks again for what was not answered`, async ({ engines }) => {
    const answers = { ...unanswered, whole: answer(200, page) }
    const { lines, errors, answerNow } = await runAgainst(
      engines.environment,
      Object.values(answers),
    )
    const last = () => Object.entries(answers).find(([, each]) => each === answerNow())?.[0]
    await vi.waitFor(
      () =>
        expect([last(), errors, lines]).toEqual(['whole', [], ['1 attendance.clocked-in Amina']]),
      patiently,
    )
  })

  test(`${name} ends with one line where it is refused`, async ({ engines }) => {
    for (const [refusal, line] of refused) {
      const { errors, ended } = await runAgainst(engines.environment, [refusal])
      expect(await ended).toBe(1)
      expect(errors).toEqual([line])
    }
  })
}
