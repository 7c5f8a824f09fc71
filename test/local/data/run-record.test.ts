import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect } from 'vitest'
import { openRunRecord } from '../../../local/data/run-record.ts'
import { StartError } from '../../../local/start-error.ts'
import { folderTest as test } from '../support/run-test.ts'

describe('the record of a run', () => {
  test('keeps facts for the next run', ({ folder }) => {
    const first = openRunRecord(folder)
    first.keepFact('clock', '1')
    first.keepFact('clock', '2')
    first.close()

    const second = openRunRecord(folder)
    expect(second.fact('clock')).toBe('2')
    expect(second.fact('seed')).toBeNull()
    second.close()
  })

  test('is refused to a second run at the same time', ({ folder }) => {
    const first = openRunRecord(folder)
    expect(() => openRunRecord(folder)).toThrow(
      new StartError(`--data: the folder ${folder} is in use by another run`),
    )
    first.close()
  })

  test('is created with its folder', ({ folder }) => {
    const record = openRunRecord(join(folder, 'new', 'one'))
    record.keepFact('seed', '7')
    expect(record.fact('seed')).toBe('7')
    record.close()
  })

  const change = (folder: string, sql: string) => {
    const database = new DatabaseSync(join(folder, 'run.db'))
    database.exec(sql)
    database.close()
  }
  const versionOf = (folder: string) => {
    const database = new DatabaseSync(join(folder, 'run.db'))
    const version = database.prepare('PRAGMA user_version').get()
    database.close()
    return version?.['user_version']
  }

  test('carries the number of its schema', ({ folder }) => {
    openRunRecord(folder).close()
    expect(versionOf(folder)).toBe(1)
  })

  test('from before it had one is read, and carries it from then on', ({ folder }) => {
    change(folder, 'CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)')
    change(folder, "INSERT INTO facts (name, value) VALUES ('clock', '7')")
    expect(versionOf(folder)).toBe(0)
    const record = openRunRecord(folder)
    expect(record.fact('clock')).toBe('7')
    record.close()
    expect(versionOf(folder)).toBe(1)
  })

  test('of a later version is left as it is', ({ folder }) => {
    change(folder, 'CREATE TABLE things (name TEXT)')
    change(folder, 'PRAGMA user_version = 2')
    expect(() => openRunRecord(folder)).toThrow(
      new StartError(`--data: the folder ${folder} was written by a later version`),
    )
    expect(versionOf(folder)).toBe(2)
    expect(() => change(folder, 'SELECT * FROM facts')).toThrow('no such table')
  })
})
