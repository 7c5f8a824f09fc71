import pLimit from 'p-limit'
import { sameJson } from '../../attendance/changes.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import type { EmployeeStore } from '../../store/employee-store.ts'
import type { UnsavedState } from '../publishing/save-and-publish.ts'
import { type SavingPorts, saveAndPublish } from '../publishing/save-and-publish.ts'
import type { Placed } from './membership.ts'
import type { RosterChange } from './roster-changes.ts'

/** How many employees are saved at once. */
const savingConcurrency = 16

/** So many are hardly all of them what cannot be saved: a quiet refresh may have one change, whose it is alone. */
const several = 3

/** What could not be saved: another writer was first (no error), or the table failed. */
type Missed = { change: RosterChange; error: unknown }

const saveEach = async (
  changes: readonly RosterChange[],
  delivery: SavingPorts,
): Promise<Missed[]> => {
  const missed = await pLimit(savingConcurrency).map(changes, async (change) => {
    const { shardId, state } = change.next
    try {
      const saved = await saveAndPublish(shardId, state, delivery)
      return saved === null ? [{ change, error: null }] : []
    } catch (error) {
      return [{ change, error }]
    }
  })
  return missed.flat()
}

/**
 * Whether a roster would say the same of both: what it goes by is what it was. A poll that puts somebody to rest lets go of what may not be
 * published of them any more.
 */
const isAsReadFirst = (first: EmployeeState, now: EmployeeState): boolean => {
  const partOf = ({ membership, former, missingSince, doubted }: EmployeeState) => [
    membership,
    former,
    missingSince,
    doubted,
  ]
  const profile = { ...first.profile, ...now.profile }
  return sameJson(partOf(first), partOf(now)) && sameJson(first.profile, profile)
}

/**
 * What a roster makes of those who were missed, as they are by now. Who has been changed by a
 * roster since is left out: it may have been this one, whose write was taken and its reply lost,
 * and one answer must not confirm itself.
 */
const readAgain = async (
  missed: readonly Missed[],
  employees: Pick<EmployeeStore, 'inShard'>,
  changesOf: (known: readonly Placed[]) => RosterChange[],
): Promise<RosterChange[]> => {
  const first = new Map(
    missed.flatMap(({ change: { known } }) =>
      known === null ? [] : [[known.state.employeeId, known] as const],
    ),
  )
  const shards = new Set([...first.values()].map(({ shardId }) => shardId))
  const read = await pLimit(savingConcurrency).map([...shards], async (shardId) =>
    (await employees.inShard(shardId, { isConsistent: true })).employees.flatMap((state) => {
      const before = first.get(state.employeeId)
      const isAsBefore = before !== undefined && isAsReadFirst(before.state, state)
      return isAsBefore && before.shardId === shardId ? [{ shardId, state }] : []
    }),
  )
  const newcomers = missed.flatMap(({ change }) => (change.known === null ? [change] : []))
  return [...newcomers, ...changesOf(read.flat())]
}

/**
 * Saves what a roster changes, and publishes. Whom a poll overtook, or who could not be saved, is
 * read again and saved once more, so that nobody has to wait for the next roster. Who cannot be
 * saved holds up nobody else, unless it is the first roster: whoever is not saved then would be
 * taken for somebody who came later.
 * @param changesOf what the roster makes of those who are known, as they are by then
 * @throws what saving throws, where nobody of several can be saved, or somebody of the first roster
 */
export const savePlaced = async (
  changes: readonly RosterChange[],
  changesOf: (known: readonly Placed[]) => RosterChange[],
  employees: Pick<EmployeeStore, 'inShard'>,
  delivery: SavingPorts,
  isFirst: boolean,
): Promise<{ overtaken: number; unsaved: UnsavedState[] }> => {
  const missed = await saveEach(changes, delivery)
  const failed = missed.find(({ error }) => error !== null)
  if (isFirst && failed !== undefined) throw failed.error
  if (missed.length === 0) return { overtaken: 0, unsaved: [] }
  const again = await readAgain(missed, employees, changesOf).catch(() => null)
  const still = again === null ? missed : await saveEach(again, delivery)
  const unsaved = still.filter(({ error }) => error !== null)
  // Where nobody of several can be saved it is the table that fails.
  if (unsaved.length >= several && unsaved.length === changes.length) throw unsaved.at(-1)?.error
  return {
    overtaken: still.length - unsaved.length,
    unsaved: unsaved.map(({ change, error }) => ({
      employeeId: change.next.state.employeeId,
      problem: error instanceof Error ? error.name : 'unknown',
    })),
  }
}
