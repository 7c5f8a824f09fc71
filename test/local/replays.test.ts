import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test as plainTest, vi } from 'vitest'
import { placeNamed } from '../../cli/replay/place.ts'
import { replay } from '../../cli/replay/replaying.ts'
import { requestOf } from '../../cli/replay/request.ts'
import { systemClock } from '../../lib/platform/clock.ts'
import { closeServer, listenOnLoopback } from '../../local/loopback.ts'
import { startReplays } from '../../local/replays/start.ts'
import { newSigningKey } from '../../local/webhooks/endpoints.ts'
import { aClocking, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { settingsOf } from '../infra/environment.ts'
import { ago } from './support/organisation.ts'
import { eventsIn, test as runTest } from './support/run-test.ts'

type Taken = { id: string; type: string; isReplayed: boolean; isOfSnapshot: boolean }

/** An endpoint on this machine, and what it took that was signed. */
const startEndpoint = async (key: string) => {
  const taken: Taken[] = []
  const webhook = new Webhook(key)
  const server = createServer(async (request, response) => {
    const event = webhook.verify(
      await text(request),
      request.headers as Record<string, string>,
    ) as Record<string, unknown>
    taken.push({
      id: String(event['id']),
      type: String(event['type']),
      isReplayed: request.headers['attendance-replayed'] === 'true',
      isOfSnapshot: event['snapshot'] === true,
    })
    response.writeHead(204).end()
  })
  return { taken, url: await listenOnLoopback(server), close: () => closeServer(server) }
}

/** A run that posts to an endpoint, and where it is asked to send something again. */
const test = runTest.extend('posting', async ({ organisation, run }, { onCleanup }) => {
  const key = newSigningKey()
  const endpoint = await startEndpoint(key)
  onCleanup(endpoint.close)
  const { options } = organisation
  const webhook = ['--webhook', `payroll=${endpoint.url}`, '--webhook-secret', `payroll=${key}`]
  await organisation.put(`employees/${employeeId}`, anEmployee())
  const child = run([...options, ...webhook])
  await child.untilSaid('Watching')
  const [, address = ''] = /replay\.ts state (\S+)/.exec(child.errors().join('\n')) ?? []
  return { child, address, taken: endpoint.taken }
})

const next = { send: null, resume: 'resume' }
const counting = { ...next, send: 'the same with --send' }

describe('npm start -- --webhook …', () => {
  test('sends past events again, under the same ids, and tells how everyone is, where somebody asks', async ({
    organisation,
    posting: { child, address, taken },
  }) => {
    const open = aClocking({ id: anId(9, 1), start: ago(60_000), end: null })
    await organisation.put(`clockings/${open.id}`, open)
    const [event] = eventsIn(await child.untilLines(1))
    await vi.waitFor(() => expect(taken).toHaveLength(1), 5_000)

    const { timeZone, connect } = await placeNamed(address)
    const ask = await connect()
    const said: string[] = []
    const span = { from: ago(3_600_000), until: ago(-3_600_000) }
    const past = requestOf({ to: 'webhook:payroll', ...span, perSecond: 20 }, timeZone)
    await replay(past, counting, ask, (line) => said.push(line))
    expect(said[0]).toMatch(/^1 events were recorded from /)
    expect(said.at(-1)).toMatch(/^Nothing was sent/)
    await replay(past, next, ask, () => {})
    const once = { id: event?.id, type: event?.type, isOfSnapshot: false }
    await vi.waitFor(() => expect(taken).toHaveLength(2), 5_000)
    expect(taken).toEqual([
      { ...once, isReplayed: false },
      { ...once, isReplayed: true },
    ])

    taken.length = 0
    const state = { to: { webhook: 'payroll' }, perSecond: 20, snapshot: true } as const
    await replay(state, next, ask, () => {})
    await vi.waitFor(() => expect(taken).toHaveLength(2), 5_000)
    expect(taken.map(({ type }) => type).toSorted()).toEqual([
      'attendance.clocked-in',
      'attendance.employee-joined',
    ])
    expect(taken.every(({ isOfSnapshot }) => isOfSnapshot)).toBe(true)
  })
})

plainTest('a run is asked by this machine alone, and by no page', async () => {
  const served = await startReplays({
    settings: settingsOf({ webhooks: [{ name: 'payroll', url: 'https://payroll.example/' }] }),
    resources: { tableName: 'state', eventsTable: 'events', queueUrlPrefix: 'http://127.0.0.1/q-' },
    clock: systemClock,
    port: 0,
    onError: () => {},
  })
  onTestFinished(served.close)
  const asked = { method: 'POST', body: JSON.stringify({ look: anId(1) }) }
  const headers = { 'content-type': 'text/plain' }
  const response = await fetch(`${served.url}/replay-events`, { ...asked, headers })
  expect(response.status).toBe(415)
  await expect(placeNamed('http://receiver.example:8080')).rejects.toThrow(
    'http://receiver.example:8080: must be an environment, or where a run on this machine takes replays',
  )
  const { connect, webhooks } = await placeNamed(served.url)
  expect(webhooks).toEqual([{ name: 'payroll' }])
  const ask = await connect()
  const begin = { snapshot: true, to: { webhook: 'rota' }, perSecond: 20, isDryRun: true } as const
  await expect(ask({ begin })).rejects.toThrow('Refused: there is no webhook rota')
})

plainTest('where no run is, that is told', async () => {
  const server = createServer()
  const nowhere = await listenOnLoopback(server)
  await closeServer(server)
  await expect(placeNamed(nowhere)).rejects.toThrow(`No run takes replays at ${nowhere}`)
})
