import { describe, expect, test } from 'vitest'
import {
  CredentialsRefusedError,
  ServerError,
  type WorkforceError,
} from '../../lib/workforce/errors.ts'
import { before } from '../harness/memory-shard.ts'
import { aShardOf, broken, failing, now } from './failing-shard.ts'

describe('clockings that nobody can have', () => {
  const poll = async (
    absences: (id: string) => WorkforceError | null,
    clockings: () => WorkforceError = broken,
  ) => {
    const shard = await aShardOf(30)
    const askedForAbsences: string[] = []
    const api = failing(
      shard,
      () => clockings(),
      (id) => {
        askedForAbsences.push(id)
        return absences(id)
      },
    )
    return { report: await shard.poll({}, { api }), progress: shard.finished[0], askedForAbsences }
  }

  test('stay as they were for everyone, while absences are read', async () => {
    const { report, progress } = await poll(() => null)
    expect(report).toMatchObject({ kind: 'polled', polled: 0, failures: [], absencesBehind: 0 })
    expect(report).toMatchObject({ clockingOutage: 'most calls fail', absenceOutage: null })
    expect(progress).toMatchObject({
      polledThrough: before,
      absencesReadAt: now,
      behind: { clockings: {}, absences: {} },
    })
  })

  test('are an outage of all where absences fail, too, which ten calls show', async () => {
    const { report, progress, askedForAbsences } = await poll(
      () => new ServerError('absences', 500),
    )
    expect(report).toMatchObject({ kind: 'outage', polledThrough: before })
    expect(progress).toMatchObject({ polledThrough: before, absencesReadAt: before })
    expect(askedForAbsences).toHaveLength(10)
  })

  test('because the credentials are refused are an outage of all: absences are not asked for', async () => {
    const refused = () => new CredentialsRefusedError(401, 'invalid_client')
    const { report, askedForAbsences } = await poll(() => null, refused)
    expect(report).toMatchObject({ kind: 'outage', reason: 'credentials-refused' })
    expect(askedForAbsences).toEqual([])
  })
})
