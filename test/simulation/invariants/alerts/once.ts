import { type EpochMs, utc } from '../../oracle/moments.ts'
import {
  allClearOf,
  type Observed,
  type Said,
  tellingOf,
  tellingsIn,
} from '../../system/observed.ts'
import type { Context, Invariant } from '../context.ts'
import { settledBy } from './followed.ts'
import { isBackBy, isGoneAgain } from './what-follows.ts'

const wasKilled = ({ process }: Said, { alerts }: Observed): boolean =>
  alerts.ends.get(process)?.outcome.kind === 'killed'

/** Whether a sender may not have come to write down what it had just said. */
const couldNotNote = ({ process }: Said, { alerts }: Observed): boolean => {
  const end = alerts.ends.get(process)
  return end === undefined || end.outcome.kind === 'killed' || end.isDisturbed
}

/** When each thing was last told at each destination, by both. */
type LastTold = ReadonlyMap<string, EpochMs>

const isCorrection = /-(amended|removed|withdrawn)$/

/**
 * Whether something of the same record that came before was told since this correction or end was told last: that is to be the last
 * word.
 */
const isAfterOriginal = (
  { told, toldOfRecords }: Context,
  { destination, at: lastAt, allClears }: Said,
  thing: string,
  lastTold: LastTold,
): boolean => {
  const later = told.find(({ event }) => event.id === thing)?.event
  if (later === undefined) return false
  const isRight = allClears.has(thing) || isCorrection.test(later.type)
  return toldOfRecords(later).some(({ event: original }) => {
    const isOfReturn =
      isBackBy(original, later) || isGoneAgain(original, later) || original.type === later.type
    if (!isRight && !isOfReturn) return false
    const at = lastTold.get(tellingOf(destination, original.id))
    return at !== undefined && lastAt < at && original.sequence < later.sequence
  })
}

/** Whether an event shows a destination that something is there after all that it was told as gone. */
const isBack = (
  { told, toldOfRecords }: Context,
  tellings: ReadonlySet<string>,
  destination: string,
  thing: string,
): boolean => {
  const back = told.find(({ event }) => event.id === thing)?.event
  return (
    back !== undefined &&
    toldOfRecords(back).some(
      ({ event }) => isBackBy(event, back) && tellings.has(tellingOf(destination, event.id)),
    )
  )
}

/** Whether a message says of something that it is there again. */
const saysAgain = ({ sentences }: Said, thing: string): boolean =>
  sentences.get(thing)?.includes('is there again') === true

/**
 * Nobody is told the same twice, unless what it follows on is told after it, or a sender died, or the table failed it, between saying
 * it and writing that down; and never what was in writing before the sender began.
 */
export const alertsOnce: Invariant = function* (context) {
  const { observed } = context
  const { noted } = observed.alerts
  const tellings = new Set(observed.alerts.said.flatMap(tellingsIn))
  const counts = new Map<string, number>()
  const latest = new Map<string, Said>()
  const lastTold = new Map<string, EpochMs>()
  const again = new Set<string>()
  for (const said of observed.alerts.said) {
    // What a list has no room for, and counts, is told as far as anybody can say.
    for (const thing of [...said.things, ...said.leftOut])
      lastTold.set(tellingOf(said.destination, thing), said.at)
    for (const thing of said.things) {
      const plain = tellingOf(said.destination, thing)
      // Whoever heard of the end before what was overdue hears that all is clear besides.
      const isAllClear = said.allClears.has(thing)
      const telling = isAllClear ? allClearOf(said.destination, thing) : plain
      const before = latest.get(telling)
      const count = (counts.get(telling) ?? 0) + 1
      counts.set(telling, count)
      latest.set(telling, said)
      if (before === undefined) continue
      if (isAllClear && count <= settledBy(context, tellings, said.destination, thing)) continue
      // What a killed sender had on its way may arrive long after.
      if (wasKilled(said, observed)) continue
      if (isAfterOriginal(context, before, thing, lastTold)) continue
      const besides = allClearOf(said.destination, thing)
      const notedAt = [...new Set([telling, plain, besides])].flatMap(
        (each) => noted.get(each) ?? [],
      )
      const isNoted = notedAt.some((at) => at >= before.at && at <= said.startedAt)
      if (!isNoted && couldNotNote(before, observed)) continue
      // What was told as news may be told once more as what is back: it is by an id of its own, as an all-clear is.
      const mayBeAgain = !(
        again.has(telling) ||
        (saysAgain(before, thing) && saysAgain(said, thing))
      )
      again.add(telling)
      if (!mayBeAgain || !isBack(context, tellings, said.destination, thing))
        yield {
          employeeId: null,
          message: `${telling} was told by ${before.process} at ${utc(before.at)} and by ${said.process} at ${utc(said.at)}`,
        }
    }
  }
}
