import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { SNSClient } from '@aws-sdk/client-sns'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { useEmbeddedAws } from '../../local/aws/sdk-environment.ts'
import { type EmbeddedAws, startEmbeddedAws } from '../../local/aws/start.ts'
import { createEventTopic } from '../../local/aws/topic.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { aClocking } from '../harness/builders.ts'

let aws: EmbeddedAws
const environment = { ...process.env }
beforeAll(async () => {
  aws = await startEmbeddedAws({ folder: null })
  useEmbeddedAws(aws.endpoints, environment)
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('AWS_')) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await aws.close()
})

/** Runs the example. @returns what it has told so far */
const consumer = (topicArn: string): string[] => {
  const child = spawn(process.execPath, ['examples/who-is-in.ts', topicArn], { env: environment })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  return lines
}

const clockIn = aClockIn(1, '2026-11-20T09:00:00Z')
const { employee } = clockIn.data
const clocking = aClocking()

/** An event of the same person about the same clocking. */
const at = (
  sequence: number,
  name: string,
  end: string | null,
  breaks: { start: string; end: string | null }[] = [],
) => ({
  ...clockIn,
  id: String(sequence),
  type: `attendance.${name}`,
  sequence: String(sequence).padStart(20, '0'),
  data: { employee, clocking: { ...clocking, end, breaks } },
})
/** The same of somebody else. */
const aboutAnother = (event: ReturnType<typeof at>, givenName: string) => ({
  ...event,
  id: givenName,
  subject: givenName,
  data: {
    employee: { ...employee, givenName },
    clocking: { ...event.data.clocking, id: givenName },
  },
})
const left = { ...clockIn, type: 'attendance.employee-left', data: { employee } }

const publish = (topicArn: string, events: { id: string; subject: string }[]) =>
  publishToTopic(
    new SNSClient(),
    topicArn,
  )(
    events.map((event) => ({
      id: event.id,
      type: clockIn.type,
      time: clockIn.time,
      recordedtime: clockIn.recordedtime,
      message: JSON.stringify(event),
      attributes: { type: clockIn.type, employeeId: event.subject, baseline: 'false' as const },
    })),
  )

test('the example tells who comes, is on a break and leaves, also of whoever was in before, whatever comes twice or in another order', async () => {
  const topicArn = await createEventTopic(new SNSClient(), 'attendance-events')
  const told = consumer(topicArn)
  await vi.waitFor(
    () => expect(told).toEqual([expect.stringMatching(/:who-is-in is subscribed$/)]),
    {
      timeout: 15_000,
    },
  )
  await publish(topicArn, [at(1, 'clocked-in', null)])
  await vi.waitFor(() => expect(told.slice(1)).toEqual(['Person1 Test is in']), { timeout: 10_000 })
  // The clock-out comes before what happened before it, and once more.
  const out = at(3, 'clocked-out', '2026-11-20T17:00:00Z')
  await publish(topicArn, [out, at(2, 'break-ended', null), out, at(1, 'clocked-in', null)])
  await publish(topicArn, [left])
  const pause = { start: '2026-11-20T12:00:00Z', end: null }
  await publish(topicArn, [at(4, 'break-started', null, [pause])])
  await vi.waitFor(() => expect(told).toHaveLength(4), { timeout: 10_000 })
  await publish(topicArn, [at(5, 'break-ended', null, [{ ...pause, end: '2026-11-20T12:30:00Z' }])])
  await vi.waitFor(
    () =>
      expect(told.slice(1)).toEqual([
        'Person1 Test is in',
        'Person1 Test is out',
        'Person1 Test is on a break',
        'Person1 Test is in',
      ]),
    { timeout: 10_000 },
  )
  // Others were in before: a correction of an earlier shift says nothing of now, their clock-out does.
  const yesterday = at(1, 'clocking-amended', '2026-11-19T17:00:00Z')
  const today = at(1, 'clocked-out', '2026-11-20T17:00:00Z')
  await publish(topicArn, [aboutAnother(yesterday, 'Corrected'), aboutAnother(today, 'Leaving')])
  await vi.waitFor(() => expect(told.slice(5)).toEqual(['Leaving Test is out']), {
    timeout: 10_000,
  })
  // What turns out to be somebody else's keeps its id: their numbers are not those of whose it was.
  const given = aboutAnother(at(1, 'clocked-in', null), 'Right')
  const moved = { ...given, data: { ...given.data, clocking: { ...clocking, end: null } } }
  await publish(topicArn, [moved, at(6, 'clocking-removed', null)])
  await vi.waitFor(
    () => expect(told.slice(6).sort()).toEqual(['Person1 Test is out', 'Right Test is in']),
    { timeout: 10_000 },
  )
})

const ended = async (args: string[], more: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, ['examples/who-is-in.ts', ...args], {
    env: { ...environment, ...more },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { told, code }
}

test.each([
  ['no topic', [], {}, /^error: no topic: node examples\/who-is-in\.ts <topic ARN>\n$/],
  [
    'nobody who listens',
    ['arn:aws:sns:eu-west-1:000000000000:attendance-events'],
    { AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:9' },
    /^error: connect ECONNREFUSED 127\.0\.0\.1:9\n$/,
  ],
])('with %s, the example ends with one line', async (_, args, more, line) => {
  const { told, code } = await ended(args, more)
  expect(told).toMatch(line)
  expect(code).toBe(1)
})
