import type { Look } from '../oracle/looks.ts'
import { type EpochMs, epochMs, utc } from '../oracle/moments.ts'
import type { Context, Invariant, Told } from './context.ts'
import { type Retired, retiredIn, wasKnownAsTold } from './observed-since.ts'

type Kind = keyof Context['looks']

/** What a type of event follows from, where its time is when that happened. */
const kindsBehind = (type: string): readonly Kind[] => {
  if (/(clocked-(in|out)|break-(started|ended)|(clocking|break)-overdue)$/.test(type))
    return ['clockings']
  if (/return-overdue$/.test(type)) return ['absences']
  return /(absence-(started|ended)|clocked-in-while-absent)$/.test(type)
    ? ['clockings', 'absences']
    : []
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

/** What a person's answer shows of an absence: its dates; null: nothing. */
const datesShown = (look: Look | undefined, id: string): string | null => {
  const shown = look?.answers.findLast(({ records }) => records.has(id))?.records.get(id)
  if (shown === undefined) return null
  const { start = null, end = null } = shown as { start?: unknown; end?: unknown }
  return JSON.stringify([start, end])
}

/**
 * Dates that were shown before come at any poll, whatever that asks for: after the one before it. Dates that an answer
 * shows for the first time came after the answer before that.
 */
const pollsAround = ({ looks }: Context, { event, origin }: Told, retired: Retired) => {
  if (!('absence' in event.data)) return null
  const { id } = event.data.absence
  const isOwn = ({ poll }: Look): boolean => poll.process === origin?.process
  const absences = looks.absences.get(event.subject) ?? []
  const all = [...absences, ...(looks.clockings.get(event.subject) ?? [])]
  const polls = all.toSorted((a, b) => a.to - b.to)
  const [before, own] = [polls[polls.findIndex(isOwn) - 1], polls.findLast(isOwn)]
  if (before === undefined || own === undefined) return null
  const shown = datesShown(absences.find(isOwn), id)
  const last = absences.findLast((each) => each.to < own.from && !isOwn(each))
  const isNews = shown !== null && shown !== datesShown(last, id)
  if (isNews && last === undefined) return null
  const since = isNews && last !== undefined ? last.to : before.to
  const isNew = retired.get(event.subject)?.some((at) => at > since && at < own.to)
  return isNew ? null : { before: since, own: own.to }
}

/** What follows from two kinds happened since the one that was answered longer ago. */
const answersAround = (context: Context, told: Told, retired: Retired) => {
  if (/absence-(started|ended)$/.test(told.event.type)) return pollsAround(context, told, retired)
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
    const { after, by } = data.observed
    if (baseline === true && after !== null)
      yield {
        employeeId: subject,
        message: `${type} was so before the first run, and after ${after}`,
      }
    if (kindsBehind(type).length === 0 || baseline === true) continue
    const [at, until, recorded] = [epochMs(time), epochMs(by), epochMs(recordedtime)]
    if (until > recorded + margin)
      yield {
        employeeId: subject,
        message: `${type} was recorded at ${recordedtime}, before ${by}`,
      }
    if (wasKnownAsTold(context, each, retired) && (after === null || epochMs(after) > at + margin))
      yield {
        employeeId: subject,
        message: `${type} of ${time} is said to lie after ${after}, though it was known before`,
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
