import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRunRecord } from '../../../local/data/run-record.ts'
import { StartError } from '../../../local/start-error.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-'))
})

afterEach(() => rm(folder, { recursive: true }))

describe('the record of a run', () => {
  it('keeps facts for the next run', () => {
    const first = openRunRecord(folder)
    first.keepFact('clock', '1')
    first.keepFact('clock', '2')
    first.close()

    const second = openRunRecord(folder)
    expect(second.fact('clock')).toBe('2')
    expect(second.fact('seed')).toBeNull()
    second.close()
  })

  it('is refused to a second run at the same time', () => {
    const first = openRunRecord(folder)
    expect(() => openRunRecord(folder)).toThrow(
      new StartError(`--data: the folder ${folder} is in use by another run`),
    )
    first.close()
  })

  it('is created with its folder', () => {
    const record = openRunRecord(join(folder, 'new', 'one'))
    record.keepFact('seed', '7')
    expect(record.fact('seed')).toBe('7')
    record.close()
  })
})
