import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'

/** What a run writes down so that the next one in the same folder continues it. */
export type RunRecord = {
  fact: (name: string) => string | null
  keepFact: (name: string, value: string) => void
  close: () => void
}

/** The number of the schema, as SQLite keeps it; folders of before it was written have 0. */
const schema = 1
const table = 'CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)'

/** SQLite's code for a database that another process has locked. */
const busy = 5

/**
 * The exclusive lock lasts as long as the process, a killed one included. Writes reach the
 * operating system before they return, which a killed process needs and a power cut does not.
 */
const pragmas = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;`

const openDatabase = (folder: string): DatabaseSync => {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'run.db'), { timeout: 0 })
  database.exec(pragmas)
  return database
}

const schemaOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'])

/** Brings the record to the present schema, which only adds its number to that of before. */
const bringUp = (database: DatabaseSync): void => {
  database.exec(table)
  database.exec(`PRAGMA user_version = ${schema}`)
}

const problemOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'cannot be used'
  if ('errcode' in error && error.errcode === busy) return 'is in use by another run'
  if ('code' in error && error.code !== 'ERR_SQLITE_ERROR')
    return `cannot be written (${error.code})`
  return `cannot be used (${error.message})`
}

const opened = (folder: string | null): DatabaseSync => {
  if (folder === null) {
    const database = new DatabaseSync(':memory:')
    bringUp(database)
    return database
  }
  try {
    const database = openDatabase(folder)
    if (schemaOf(database) > schema) {
      database.close()
      throw new StartError(`--data: the folder ${folder} was written by a later version`)
    }
    bringUp(database)
    return database
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`--data: the folder ${folder} ${problemOf(error)}`)
  }
}

/**
 * Opens the record of a run.
 * @param folder created where it does not exist; null keeps nothing past the process
 * @throws {StartError} where the folder cannot be written, another run uses it, or a later
 *   version of this program wrote it: that is left as it is
 */
export const openRunRecord = (folder: string | null): RunRecord => {
  const database = opened(folder)
  const select = database.prepare('SELECT value FROM facts WHERE name = ?')
  const upsert = database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)')
  return {
    fact: (name) => {
      const row = select.get(name)
      return row === undefined ? null : String(row['value'])
    },
    keepFact: (name, value) => void upsert.run(name, value),
    close: () => database.close(),
  }
}
