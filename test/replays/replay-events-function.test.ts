import { describe, expect, vi } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { systemClock } from '../../lib/platform/clock.ts'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { ReplayEventsEnvironment } from '../../lib/replays/environment.ts'
import { replayEventsFunction } from '../../lib/replays/replay-events-function.ts'
import { createLogWriter } from '../../lib/store/events/log-writer.ts'
import { createSegmentStore } from '../../lib/store/events/segment-store.ts'
import { readWebhookMessage } from '../../lib/webhooks/receiving/queue-message.ts'
import { createQueue } from '../../local/aws/queue.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { anId, rules } from '../harness/builders.ts'
import { aLambdaContext } from '../harness/lambda.ts'
import { captureOutput } from '../harness/output.ts'
import { test as tableTest } from '../harness/table-test.ts'
import { aRequest } from './support.ts'

let made = 0

/** The function as it is deployed, with an endpoint `payroll` and a queue of somebody else. */
const test = tableTest.extend('deployed', async ({ engines, table }, { onCleanup }) => {
  captureOutput()
  for (const [name, value] of Object.entries(engines.environment)) vi.stubEnv(name, value)
  onCleanup(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  const prefix = `replays-${++made}-`
  const endpoint = await createQueue(engines.queues, `${prefix}payroll`, {})
  const other = await createQueue(engines.queues, `${prefix}other`, {})
  const withTargets = (targets: { WEBHOOKS: string; QUEUES: string }) => {
    const replayEvents = replayEventsFunction(
      readEnvironment(ReplayEventsEnvironment, {
        ENVIRONMENT: 'test',
        TABLE_NAME: table.name,
        EVENTS_TABLE: table.name,
        RULES: JSON.stringify(rules()),
        QUEUE_URL_PREFIX: endpoint.url.slice(0, -'payroll'.length),
        ...targets,
      }),
      systemClock,
    )
    return (input: unknown) => replayEvents(input, aLambdaContext())
  }
  const event = aClockIn(1, '2026-11-18T09:01:00Z')
  const { type, id, time, recordedtime } = event
  const attributes = { type, employeeId: anId(1), baseline: 'false' }
  const entry = { id, type, time, recordedtime, message: JSON.stringify(event), attributes }
  const clocks = { now: () => epochMs(recordedtime), machineNow: Date.now }
  const segments = createSegmentStore(engines.documents, table.name)
  await createLogWriter(segments, { days: 30, ...clocks }).append(1, [entry])
  return {
    event,
    endpoint,
    other,
    withTargets,
    invoke: withTargets({ WEBHOOKS: '["payroll"]', QUEUES: JSON.stringify([other.arn]) }),
  }
})

/** Begins a replay and goes on until it is done. */
const whole = async (invoke: (input: unknown) => Promise<unknown>, to: object) => {
  const begun = (await invoke({ begin: { ...aRequest(), to } })) as { progress: { id: string } }
  return invoke({ goOn: begun.progress.id })
}

describe('replay-events', () => {
  test('sends to a queue as the topic does, marked as replayed', async ({ deployed, engines }) => {
    const answer = await whole(deployed.invoke, { queue: deployed.other.arn })
    expect(answer).toMatchObject({ progress: { state: 'done' } })
    expect(await engines.drain(deployed.other.url)).toEqual([
      {
        event: deployed.event,
        attributes: {
          type: 'attendance.clocked-in',
          employeeId: anId(1),
          baseline: 'false',
          replayed: 'true',
        },
      },
    ])
  })

  test('asks deliver-webhook to post an event again', async ({ deployed, engines }) => {
    await whole(deployed.invoke, { webhook: 'payroll' })
    const bodies = await engines.drainBodies(deployed.endpoint.url)
    expect(bodies.map(readWebhookMessage)).toEqual([
      { kind: 'event', event: deployed.event, isReplayed: true },
    ])
  })

  test('says how far a replay is, and sends nothing more once it is done', async ({
    deployed: { invoke, other },
    engines,
  }) => {
    const { progress } = (await whole(invoke, { queue: other.arn })) as { progress: { id: string } }
    await engines.drain(other.url)
    expect(await invoke({ look: progress.id })).toEqual({ progress })
    expect(await invoke({ goOn: progress.id })).toEqual({ progress })
    expect(await engines.drain(other.url)).toEqual([])
  })

  test('leaves a replay to whoever else goes on with it, and says so', async ({
    deployed: { invoke, other },
  }) => {
    const begun = await invoke({ begin: { ...aRequest(), to: { queue: other.arn } } })
    const { id } = (begun as { progress: { id: string } }).progress
    const answers = await Promise.all([invoke({ goOn: id }), invoke({ goOn: id })])
    expect(answers).toContainEqual({ refused: expect.stringContaining('somebody else goes on') })
    expect(answers).toContainEqual({ progress: expect.objectContaining({ state: 'done' }) })
  })

  test('goes on with nothing that may not be sent there any more', async ({
    deployed: { invoke, other, withTargets },
    engines,
  }) => {
    const begun = await invoke({ begin: { ...aRequest(), to: { queue: other.arn } } })
    const { id } = (begun as { progress: { id: string } }).progress
    const later = withTargets({ WEBHOOKS: '["payroll","rota"]', QUEUES: '[]' })
    expect(await later({ goOn: id })).toEqual({
      refused: `${other.arn} is not one of aws.replayQueues`,
    })
    expect(await engines.drain(other.url)).toEqual([])
    expect(await later({ begin: { ...aRequest(), to: { webhook: 'doors' } } })).toEqual({
      refused: 'there is no webhook doors: there are payroll, rota',
    })
  })

  test.for([
    ['a webhook that is not there', { begin: { ...aRequest(), to: { webhook: 'doors' } } }],
    ['a queue that nobody named', { begin: { ...aRequest(), to: { queue: 'arn:aws:sqs:x' } } }],
    [
      'a span that ends before it begins',
      { begin: aRequest({ span: { from: '2026-11-18T00:00:00Z', to: '2026-11-17T00:00:00Z' } }) },
    ],
    ['a replay that is not there', { goOn: anId(9) }],
    ['anything else', { begin: { to: 'everybody' } }],
  ] as const)('refuses %s', async ([, input], { deployed: { invoke } }) => {
    expect(await invoke(input)).toEqual({ refused: expect.stringMatching(/.{10,}/) })
  })
})
