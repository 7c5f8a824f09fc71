import { setTimeout as delay } from 'node:timers/promises'
import { type Draws, idOf } from '../../../local/workforce-service/organisation/random.ts'
import type { Journal } from '../journal.ts'
import type { Workforce } from '../processes/workforce.ts'
import type { Expected } from '../truth/expected.ts'
import type { Ledger } from '../truth/ledger.ts'
import { anEmployee, type Employee, type Zone } from './records.ts'

/** One employee of the script, with what it takes to change their world and to say what is due. */
export type Person = {
  id: string
  zone: Zone
  draws: Draws
  /** As the API shows them. */
  employee: Employee
  newId: () => string
  put: (path: string, record: { id: string }) => Promise<void>
  remove: (path: string) => Promise<void>
  /** Says what the next change makes due. To be called before the change is made. */
  expect: (event: Due) => void
  /**
   * Waits until all that is due has been told: only then may something be corrected, taken back
   * or ended without anyone being able to miss it.
   */
  told: () => Promise<void>
  /** Lets some time pass, in seconds. */
  pause: (min: number, max: number) => Promise<void>
}

export type Due = Pick<Expected, 'type' | 'about' | 'when'> & Partial<Expected>

/** The script is over; whoever waits goes no further. */
export class ScriptOver extends Error {
  override readonly name = 'ScriptOver'
}

/** What all people of a script share. */
export type World = {
  seed: number
  workforce: Pick<Workforce, 'put' | 'remove'>
  ledger: Ledger
  journal: Journal
  over: AbortSignal
  onChange: () => void
}

/** How often to look whether something has been told, in milliseconds. */
const lookEvery = 100

export const createPerson = (n: number, zone: Zone, draws: Draws, world: World): Person => {
  const { seed, workforce, ledger, journal, over, onChange } = world
  const id = idOf('torture', seed, n)
  let ids = 0
  const wait = async (milliseconds: number): Promise<void> => {
    await delay(milliseconds, undefined, { signal: over }).catch(() => {})
    if (over.aborted) throw new ScriptOver()
  }
  return {
    id,
    zone,
    draws,
    employee: anEmployee(id, n),
    newId: () => idOf('torture', seed, n, ++ids),
    put: async (path, record) => {
      journal.note(`put ${path} ${JSON.stringify(record)}`, id)
      await workforce.put(`${path}/${record.id}`, record)
      onChange()
    },
    remove: async (path) => {
      journal.note(`delete ${path}`, id)
      await workforce.remove(path)
      onChange()
    },
    expect: (event) =>
      ledger.expect({ employeeId: id, changes: null, story: null, madeAt: Date.now(), ...event }),
    told: async () => {
      while (!ledger.isTold(id)) await wait(lookEvery)
    },
    pause: (min, max) => wait((min + draws.unit() * (max - min)) * 1_000),
  }
}
