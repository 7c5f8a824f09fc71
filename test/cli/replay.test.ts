import { type InvokeCommand, ResourceNotFoundException } from '@aws-sdk/client-lambda'
import { describe, expect, test } from 'vitest'
import { type AskForReplay, askThrough } from '../../cli/replay/function.ts'
import { goOn, replay, statusLines } from '../../cli/replay/replaying.ts'
import { noLongerKept, requestOf, untold, uuidOf } from '../../cli/replay/request.ts'
import { namesOf } from '../../infra/names.ts'
import type { ReplayInvocation } from '../../lib/replays/replay-events-function.ts'
import type { ReplayProgress } from '../../lib/store/events/replay-record.ts'
import { anId } from '../harness/builders.ts'
import { aRequest } from '../replays/support.ts'

const progressOf = (overrides: Partial<ReplayProgress> = {}): ReplayProgress => ({
  id: anId(1),
  request: aRequest(),
  state: 'done',
  startedAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
  lane: 16,
  position: 0,
  within: 0,
  after: '',
  unreadable: 0,
  isPartlyGone: false,
  counts: { 'attendance.clocked-in': 3, 'attendance.clocked-out': 12 },
  version: 1,
  ...overrides,
})

/** What is asked of the function, which has done so much by its second slice. */
const aFunction = (counts = progressOf().counts) => {
  const asked: ReplayInvocation[] = []
  let request: ReplayProgress['request'] = aRequest()
  let slices = 0
  const ask: AskForReplay = async (invocation) => {
    asked.push(invocation)
    if ('begin' in invocation) {
      request = invocation.begin
      slices = 0
      return progressOf({ request, state: 'running', counts: {} })
    }
    const state = ++slices < 2 ? 'running' : 'done'
    return progressOf({ request, state, counts })
  }
  return { ask, asked }
}

const { isDryRun: _isDryRun, ...request } = aRequest()
const counting = { send: 'the same with --send', resume: 'resume prod' }
const sending = { ...counting, send: null }

describe('a replay', () => {
  test('is counted before it is sent, and not sent unless that is wished', async () => {
    const { ask, asked } = aFunction()
    const lines: string[] = []
    await replay(request, counting, ask, (line) => lines.push(line))
    expect(asked.flatMap((each) => ('begin' in each ? [each.begin.isDryRun] : []))).toEqual([true])
    expect(lines).toEqual([
      '15 events were recorded from 2026-11-18T00:00:00Z to before 2026-11-19T00:00:00Z',
      '      12  attendance.clocked-out',
      '       3  attendance.clocked-in',
      'Nothing was sent. To send them to webhook payroll: the same with --send',
    ])
  })

  test('says how many events cannot be read, and are left out', async () => {
    const lines: string[] = []
    const ask: AskForReplay = async () => progressOf({ unreadable: 2 })
    await replay(request, counting, ask, (line) => lines.push(line))
    expect(lines[1]).toMatch(/^2 events cannot be read, and are left out: docs/)
  })

  test('says that some of it is no longer kept', async () => {
    const lines: string[] = []
    const ask: AskForReplay = async () => progressOf({ isPartlyGone: true })
    await replay(request, counting, ask, (line) => lines.push(line))
    expect(lines[1]).toMatch(/^Some of what was published then or since is no longer kept/)
  })

  test('is sent slice by slice until it is done', async () => {
    const { ask, asked } = aFunction()
    const lines: string[] = []
    await replay(request, sending, ask, (line) => lines.push(line))
    expect(asked.map((each) => Object.keys(each)[0])).toEqual([
      ...['begin', 'goOn', 'goOn'],
      ...['begin', 'goOn', 'goOn'],
    ])
    expect(lines.at(-1)).toBe(`15 events sent to webhook payroll, done (${anId(1)})`)
    expect(lines.join('\n')).toContain(`resume prod ${anId(1)}`)
  })

  test('of nothing is not begun', async () => {
    const { ask, asked } = aFunction({})
    await replay(request, sending, ask, () => {})
    expect(asked.filter((each) => 'begin' in each)).toHaveLength(1)
  })

  test('that is done is not gone on with', async () => {
    const { ask, asked } = aFunction()
    const lines: string[] = []
    await goOn(progressOf(), ask, (line) => lines.push(line))
    expect(asked).toEqual([])
    expect(lines).toEqual([`15 events sent to webhook payroll, done (${anId(1)})`])
  })

  test('is looked at: how far it is, and when that was noted', () => {
    const state = 'running'
    const updatedAt = '2026-11-20T12:01:00Z'
    const request = aRequest({ isDryRun: true })
    expect(statusLines(progressOf({ state, updatedAt, request }))).toEqual([
      `15 events counted (${anId(1)})`,
      '      12  attendance.clocked-out',
      '       3  attendance.clocked-in',
      'begun 2026-11-20T12:00:00Z, last noted 2026-11-20T12:01:00Z',
    ])
  })
})

describe('what is typed', () => {
  const typed = { to: 'webhook:payroll', from: '2026-11-18', until: '2026-11-19', perSecond: 20 }

  test('a date begins at midnight where the organisation is', () => {
    expect(requestOf({ ...typed, from: '2026-07-18' }, 'Europe/London')).toEqual({
      to: { webhook: 'payroll' },
      span: { from: '2026-07-17T23:00:00Z', to: '2026-11-19T00:00:00Z' },
      types: null,
      employeeId: null,
      perSecond: 20,
    })
  })

  test('a queue is named by its ARN, types by their names', () => {
    const to = 'arn:aws:sqs:eu-west-1:123456789012:theirs'
    const from = '2026-11-18T09:00:00.5+01:00'
    const types = 'clocked-in, attendance.clocked-out'
    expect(requestOf({ ...typed, to, from, types, employee: anId(1) }, 'UTC')).toMatchObject({
      to: { queue: to },
      span: { from: '2026-11-18T08:00:00.500Z' },
      types: ['attendance.clocked-in', 'attendance.clocked-out'],
      employeeId: anId(1),
    })
  })

  test.each([
    [{ to: 'payroll' }, /--to payroll: must be webhook:<name>, or the ARN of a queue/],
    [{ from: 'yesterday' }, /--from yesterday: must be a date such as/],
    [{ until: '2026-11-18T09:00' }, /--until 2026-11-18T09:00: must be a date such as/],
    [{ types: 'clocked-in,lunch' }, /--types lunch: must be some of clocked-in, /],
    [{ employee: 'amina' }, /"amina" is not the id of an employee, which is a UUID/],
    [{ until: '2026-11-18' }, /--until 2026-11-18: must be after --from 2026-11-18/],
  ])('%o is told with what is allowed', (overrides, problem) => {
    expect(() => requestOf({ ...typed, ...overrides }, 'UTC')).toThrow(problem)
  })
})

test('what an endpoint is not told of how everyone is, is named', () => {
  const webhooks = [
    { name: 'doors', events: ['clocked-in', 'clocked-out', 'employee-joined'] as const },
    { name: 'all' },
  ].map(({ name, events }) => ({ name, ...(events && { events: [...events] }) }))
  expect(untold({ webhook: 'doors' }, webhooks)).toMatch(
    /^Its events in the settings lack employee-left, break-started, absence-started: /,
  )
  expect(untold({ webhook: 'all' }, webhooks)).toBeNull()
  expect(untold({ queue: 'arn:aws:sqs:eu-west-1:123456789012:theirs' }, webhooks)).toBeNull()
})

test('the id of a replay is a UUID', () => {
  expect(uuidOf(anId(1), 'a replay')).toBe(anId(1))
  expect(() => uuidOf('abc', 'a replay')).toThrow('"abc" is not the id of a replay')
})

test('what is asked for and no longer kept is told', () => {
  const now = Date.parse('2026-12-18T00:00:00Z')
  expect(noLongerKept(request, 30, now)).toBeNull()
  expect(noLongerKept(request, 30, now + 1_000)).toBe(
    'What was published before 2026-11-18T00:00:01Z is no longer kept (eventLogDays: 30), so that cannot be sent again',
  )
})

describe('the function', () => {
  const names = namesOf('test')
  const answering = (answer: object) =>
    askThrough({ send: (async () => answer) as never }, names)({ look: anId(1) })
  const payload = (value: unknown) => Buffer.from(JSON.stringify(value))

  test('is invoked as it is live, and answers how far it is', async () => {
    const sent: InvokeCommand[] = []
    const send = async (command: InvokeCommand) => {
      sent.push(command)
      return { Payload: payload({ progress: progressOf() }) }
    }
    const ask = askThrough({ send: send as never }, names)
    expect(await ask({ look: anId(1) })).toEqual(progressOf())
    expect(sent[0]?.input).toEqual({
      FunctionName: 'attendance-test-replay-events:live',
      Payload: JSON.stringify({ look: anId(1) }),
    })
  })

  test('says why it refuses, fails or is not there', async () => {
    await expect(answering({ Payload: payload({ refused: 'no' }) })).rejects.toThrow('Refused: no')
    await expect(answering({ FunctionError: 'Unhandled' })).rejects.toThrow(/fails: `aws logs tail/)
    const send = async () => {
      throw new ResourceNotFoundException({ message: 'none', $metadata: {} })
    }
    const ask = askThrough({ send: send as never }, names)
    await expect(ask({ look: anId(1) })).rejects.toThrow(/is not there: deploy attendance-test/)
  })
})
