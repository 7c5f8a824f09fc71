import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRunRecord } from '../../../local/data/run-record.ts'
import { StartError } from '../../../local/start-error.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-'))
})

afterEach(() => rm(folder, { recursive: true }))

describe('the record of a run', () => {
  test('keeps facts for the next run', () => {
    const first = openRunRecord(folder)
    first.keepFact('clock', '1')
    first.keepFact('clock', '2')
    first.close()

    const second = openRunRecord(folder)
    expect(second.fact('clock')).toBe('2')
    expect(second.fact('seed')).toBeNull()
    second.close()
  })

  test('is refused to a second run at the same time', () => {
    const first = openRunRecord(folder)
    expect(() => openRunRecord(folder)).toThrow(
      new StartError(`--data: the folder ${folder} is in use by another run`),
    )
    first.close()
  })

  test('is created with its folder', () => {
    const record = openRunRecord(join(folder, 'new', 'one'))
    record.keepFact('seed', '7')
    expect(record.fact('seed')).toBe('7')
    record.close()
  })

  const change = (sql: string) => {
    const database = new DatabaseSync(join(folder, 'run.db'))
    database.exec(sql)
    database.close()
  }
  const versionOf = () => {
    const database = new DatabaseSync(join(folder, 'run.db'))
    const version = database.prepare('PRAGMA user_version').get()
    database.close()
    return version?.['user_version']
  }

  test('carries the number of its schema', () => {
    openRunRecord(folder).close()
    expect(versionOf()).toBe(1)
  })

  test('from before it had one is read, and carries it from then on', () => {
    change('CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)')
    change("INSERT INTO facts (name, value) VALUES ('clock', '7')")
    expect(versionOf()).toBe(0)
    const record = openRunRecord(folder)
    expect(record.fact('clock')).toBe('7')
    record.close()
    expect(versionOf()).toBe(1)
  })

  test('of a later version is left as it is', () => {
    change('CREATE TABLE things (name TEXT)')
    change('PRAGMA user_version = 2')
    expect(() => openRunRecord(folder)).toThrow(
      new StartError(`--data: the folder ${folder} was written by a later version`),
    )
    expect(versionOf()).toBe(2)
    expect(() => change('SELECT * FROM facts')).toThrow('no such table')
  })
})
