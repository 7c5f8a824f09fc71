import { expect, test } from 'vitest'
import {
  CredentialsRefusedError,
  DeadlineError,
  ProblemError,
  TransportError,
  type WorkforceError,
} from '../../lib/workforce/errors.ts'
import { aHoliday, aState, aTrackedAbsence } from '../harness/builders.ts'
import { before, machineTime, memoryShard } from '../harness/memory-shard.ts'
import { aShardOf, at, broken, failing, now } from './failing-shard.ts'

const forbidden = () => new ProblemError('clockings', 403, null)
const credentialless = () => new CredentialsRefusedError(401, 'invalid_client')
const tokenless = () => new TransportError('token', 'connection-lost')

/** Thirty people whose clockings fail, and the ids of those whose absences are asked for. */
const out = async (
  error: () => WorkforceError,
  absences: (id: string) => WorkforceError | null = () => null,
) => {
  const shard = await aShardOf(30)
  const asked: string[] = []
  const api = failing(shard, error, (id) => {
    asked.push(id)
    return absences(id)
  })
  return { shard, asked, report: await shard.poll({}, { api, ...at(0) }) }
}

test.each([
  ['refused', forbidden],
  ['failing', broken],
])(
  'clockings that are %s for everyone leave the absences of all to be read, and stay where they were',
  async (_how, error) => {
    const { shard, asked, report } = await out(error)
    expect(asked).toHaveLength(30)
    expect(report).toMatchObject({
      kind: 'polled',
      clockingOutage: 'most calls fail',
      polledThrough: before,
      polled: 0,
      absencesBehind: 0,
    })
    expect(shard.finished).toMatchObject([
      { polledThrough: before, absencesReadAt: now, behind: { clockings: {}, absences: {} } },
    ])
  },
)

test.each([
  ['the credentials are refused', credentialless, 'credentials-refused'],
  ['no token can be had', tokenless, 'most calls fail'],
])('where %s nobody is asked for absences either', async (_what, error, reason) => {
  const { asked, report } = await out(error)
  expect(asked).toEqual([])
  expect(report).toMatchObject({ kind: 'outage', reason, polledThrough: before })
})

test('where absences fail as well, three are asked for them, and nothing is written', async () => {
  const { shard, asked, report } = await out(broken, broken)
  expect(asked).toHaveLength(3)
  expect(report).toMatchObject({ kind: 'outage', reason: 'most calls fail' })
  expect(shard.finished).toMatchObject([{ polledThrough: before, absencesReadAt: before }])
})

test('where time is up before anybody’s absences were answered that are due, nothing starts by the clock', async () => {
  const known = aHoliday({
    start: { $type: 'LocalDate', date: '2026-11-18' },
    end: { $type: 'LocalDate', date: '2026-11-19' },
  })
  const upcoming = { [known.id]: aTrackedAbsence(known, { phase: 'upcoming' }) }
  const shard = await memoryShard([aState({ version: 0, absences: upcoming })])
  let time = machineTime
  const late = () => {
    time += 60_000
    return new DeadlineError('absences')
  }
  const machineNow = () => time
  const report = await shard.poll({}, { api: failing(shard, broken, late), machineNow })
  expect(report).toMatchObject({ kind: 'outage', reason: 'every call fails' })
  expect(shard.published).toEqual([])
})

test('teaches nothing of how many calls clockings take', async () => {
  const shard = await aShardOf(30)
  const spent = (clockings: number, absences: number) => () => ({
    requests: { clockings, absences },
    answers: 1,
    milliseconds: 50,
    throttled: 0,
  })
  await shard.poll({}, { spent: spent(30, 30) })
  await shard.poll({}, { spent: spent(10, 40), api: failing(shard, broken), ...at(30) })
  expect(shard.finished.at(-1)?.needs).toMatchObject({ clockings: 30, absences: 35 })
})
