import type { Look } from '../oracle/looks.ts'
import { type EpochMs, epochMs, utc } from '../oracle/moments.ts'
import type { Context, Invariant, Told } from './context.ts'

type Kind = keyof Context['looks']

/** What a type of event follows from, where its time is when that happened. */
const kindsBehind = (type: string): readonly Kind[] => {
  if (/(clocked-(in|out)|break-(started|ended)|(clocking|break)-overdue)$/.test(type))
    return ['clockings']
  if (/return-overdue$/.test(type)) return ['absences']
  return /clocked-in-while-absent$/.test(type) ? ['clockings', 'absences'] : []
}

/** When each was retired: who is back after that is asked about as a newcomer is. */
type Retired = ReadonlyMap<string, readonly EpochMs[]>

const retiredIn = ({ observed }: Context): Retired => {
  const retired = new Map<string, EpochMs[]>()
  for (const { what, at } of observed.written) {
    const [verb, id = ''] = what.split(' ', 2)
    if (verb === 'retire') retired.set(id, [...(retired.get(id) ?? []), at])
  }
  return retired
}

/**
 * When the last answer had gone out that shows what an event tells. What was asked elsewhere, for something that
 * is missing, says nothing of it: an end that a correction sets a moment ahead may have come meanwhile.
 */
const shownBy = ({ answers, to }: Look, { type, data }: Told['event']): EpochMs => {
  const isOfTime = /(overdue|absent)$/.test(type)
  if (isOfTime || !('clocking' in data)) return to
  const { id } = data.clocking
  const showing = answers.filter(({ records }) => records.has(id))
  return showing.length === 0 ? to : Math.max(...showing.map((each) => each.to))
}

/** Between which of a person's answers of a kind an event lies, by when they went out; null: no two. */
const answersOf = ({ looks }: Context, { event, origin }: Told, kind: Kind, retired: Retired) => {
  const all = looks[kind].get(event.subject) ?? []
  const index = all.findIndex(({ poll }) => poll.process === origin?.process)
  const [before, own] = [all[index - 1], all[index]]
  if (before === undefined || own === undefined) return null
  const isNew = retired.get(event.subject)?.some((at) => at > before.to && at < own.to)
  return isNew ? null : { before: before.to, own: shownBy(own, event) }
}

/** What follows from two kinds happened since the one that was answered longer ago. */
const answersAround = (context: Context, told: Told, retired: Retired) => {
  const around = kindsBehind(told.event.type).map((kind) => answersOf(context, told, kind, retired))
  const known = around.filter((each) => each !== null)
  if (known.length === 0 || known.length < around.length) return null
  return {
    before: Math.min(...known.map(({ before }) => before)),
    own: Math.max(...known.map(({ own }) => own)),
  }
}

/** Whether an answer came between an event's time and its own that found no room for all that it showed. */
const isHeldUp = ({ looks }: Context, { event }: Told, until: number): boolean =>
  kindsBehind(event.type)
    .flatMap((kind) => looks[kind].get(event.subject) ?? [])
    .some(({ to, isSure }) => !isSure && to >= epochMs(event.time) && to < until)

/**
 * What happened between two answers is said to have been observed between them, and to have
 * been recorded after that: `observed.after` ≤ `time` ≤ `observed.by` ≤ `recordedtime`.
 */
export const observedBetween: Invariant = function* (context) {
  const { told, tolerance, plan } = context
  const margin = plan.clocksAreOff ? tolerance : 0
  const retired = retiredIn(context)
  for (const each of told) {
    const { type, time, recordedtime, subject, data, baseline } = each.event
    if (kindsBehind(type).length === 0 || baseline === true) continue
    const { after, by } = data.observed
    const [at, until, recorded] = [epochMs(time), epochMs(by), epochMs(recordedtime)]
    if (until > recorded + margin)
      yield {
        employeeId: subject,
        message: `${type} was recorded at ${recordedtime}, before ${by}`,
      }
    const around = answersAround(context, each, retired)
    if (around === null || at <= around.before || at > around.own) continue
    if (isHeldUp(context, each, around.own)) continue
    const isAfter = after === null || epochMs(after) <= at + margin
    if (!isAfter || at > until + margin)
      yield {
        employeeId: subject,
        message: `${type} of ${time} is said to lie between ${after} and ${by}, answered at ${utc(around.own)}`,
      }
  }
}
