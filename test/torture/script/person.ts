import { setTimeout as delay } from 'node:timers/promises'
import { type Draws, idOf } from '../../../local/workforce-service/organisation/random.ts'
import type { Journal } from '../journal.ts'
import type { Workforce } from '../processes/workforce.ts'
import { removalAfter } from '../settings.ts'
import type { Expected } from '../truth/expected.ts'
import type { Ledger } from '../truth/ledger.ts'
import type { UntrueArea, Untruths } from '../truth/untruths.ts'
import { anEmployee, type Employee, type Zone } from './records.ts'
import type { Vanishings } from './vanishing.ts'

/** One employee of the script, with what it takes to change their world and to say what is due. */
export type Person = {
  id: string
  zone: Zone
  draws: Draws
  /** As the API shows them. */
  employee: Employee
  /** The ids of the clockings that the API shows. */
  clockings: Set<string>
  /** The absences that are over, or are about to be, by their ids: who is in since before that may be told to have been in though absent. */
  wasAway: Map<string, { start: number; end: number }>
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
  /** Likewise, but less than makes what is missing count as gone, and to its end in any case. */
  pauseBriefly: () => Promise<void>
  vanish: Vanishings['vanish']
  isFree: Vanishings['isFree']
  mayBeDeleted: Vanishings['mayBeDeleted']
  /** When something counts as gone at the earliest that is taken away now. */
  goneAfter: (area: UntrueArea) => { seenAfter: number }
  /** Whether all that was answered about them since a moment was true, for all that the script knows. */
  wasTrueSince: (area: UntrueArea, moment: number) => boolean
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
  untruths: Untruths
  journal: Journal
  vanishings: Vanishings
  over: AbortSignal
  onChange: () => void
}

const second = 1_000
/** How often to look whether something has been told, in milliseconds. */
const lookEvery = 100
/** A whole answer surely came after one that lacked something in so many seconds. */
const wholeAgainWithin = 30
/** The longest time for which something is missing by mistake, in seconds. */
const longestMistake = removalAfter * 0.4

/** Says what is due of somebody, and notes when the API has taken what makes it due. */
const createExpecting = (employeeId: string, ledger: Ledger) => {
  const unmade: Expected[] = []
  return {
    expect: (due: Due): void => {
      const event = {
        ...{ employeeId, changes: null, story: null, madeAt: Date.now(), shownFrom: null },
        ...{ needsConfirming: false, isOptional: false },
        ...due,
      }
      unmade.push(event)
      ledger.expect(event)
    },
    /** Notes that the API shows by now what makes all this due. */
    made: (): void => {
      for (const event of unmade.splice(0)) event.shownFrom = Date.now()
    },
  }
}

export const createPerson = (n: number, zone: Zone, draws: Draws, world: World): Person => {
  const { seed, workforce, ledger, untruths, journal, vanishings, over, onChange } = world
  const id = idOf('torture', seed, n)
  const { expect, made } = createExpecting(id, ledger)
  const clockings = new Set<string>()
  let ids = 0
  const wait = async (milliseconds: number): Promise<void> => {
    await delay(milliseconds, undefined, { signal: over }).catch(() => {})
    if (over.aborted) throw new ScriptOver()
  }
  const between = (min: number, max: number) => (min + draws.unit() * (max - min)) * second
  return {
    id,
    zone,
    draws,
    employee: anEmployee(id, n),
    clockings,
    wasAway: new Map(),
    newId: () => idOf('torture', seed, n, ++ids),
    put: async (path, record) => {
      journal.note(`put ${path} ${JSON.stringify(record)}`, id)
      await workforce.put(`${path}/${record.id}`, record)
      if (path === 'clockings') clockings.add(record.id)
      made()
      onChange()
    },
    remove: async (path) => {
      journal.note(`delete ${path}`, id)
      await workforce.remove(path)
      clockings.delete(path.replace('clockings/', ''))
      made()
      onChange()
    },
    expect,
    told: async () => {
      while (!ledger.isTold(id)) await wait(lookEvery)
    },
    pause: (min, max) => wait(between(min, max)),
    pauseBriefly: () => delay(between(0, longestMistake)),
    vanish: (what, scene) =>
      vanishings.vanish(what, () => {
        if (over.aborted) throw new ScriptOver()
        return scene()
      }),
    isFree: vanishings.isFree,
    mayBeDeleted: vanishings.mayBeDeleted,
    goneAfter: (area) => {
      const now = Date.now()
      const wasShown = !untruths.touch(area, id, now - wholeAgainWithin * second, now)
      return { seenAfter: wasShown ? now + removalAfter * second : now }
    },
    wasTrueSince: (area, moment) => !untruths.touch(area, id, moment, Date.now()),
  }
}
