import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { type EpochMs, epochMs } from '../oracle/moments.ts'
import type { Told } from './context.ts'

/** A break as a subscriber knows it; undefined is not known. */
type KnownBreak = { start: number | undefined; end: number | null | undefined }

type TextField = 'startTimeZone' | 'endTimeZone' | 'note'
export type Texts = { readonly [Field in TextField]?: string | null | undefined }

/** What a subscriber knows of a clocking from the events alone. */
export type ClockingView = {
  isPresent: boolean
  start: number | undefined
  end: number | null | undefined
  breaks: ReadonlyMap<string, KnownBreak>
  /** Where it began and ended, and what is noted of it; undefined is not known, or not told of for certain. */
  texts: Texts
  /** Whether something of it was no news, so that the events alone do not tell all. */
  isPartial: boolean
}

/** What may be missing from what was told of somebody. */
export type Reading = {
  /** What happened up to then is no news; minus infinity where all is. */
  silentUntil: EpochMs
  /** After which a clocking that ended is forgotten, in milliseconds. */
  lookback: number
  /** Whether notes are told of all the time: what becomes visible is no news. */
  hasNotes: boolean
}

/** A contradiction in what was told. */
export class ContradictionError extends Error {}

type ClockingEvent = Extract<AttendanceEvent, { data: { clocking: unknown } }>

export const isOfClocking = (event: AttendanceEvent): event is ClockingEvent =>
  'clocking' in event.data

const moment = (value: unknown): number | null =>
  typeof value === 'string' ? epochMs(value) : null

const expect = (holds: boolean, contradiction: string): void => {
  if (!holds) throw new ContradictionError(contradiction)
}

const nothing: ClockingView = {
  isPresent: false,
  start: undefined,
  end: undefined,
  breaks: new Map(),
  texts: {},
  isPartial: false,
}

/** A clocking that was there before the first run, of which nothing has been told. */
export const silentView: ClockingView = { ...nothing, isPresent: true, isPartial: true }

const withBreak = (view: ClockingView, id: string, value: KnownBreak | null): ClockingView => {
  const breaks = new Map(view.breaks)
  if (value === null) breaks.delete(id)
  else breaks.set(id, value)
  return { ...view, breaks }
}

/** A long note as it may be kept of old records: its beginning, and a digest. */
const beginningOf = (note: string): string => note.replace(/… \[[0-9a-f]{8}\]$/, '')

/** Whether two texts may be the same, one of them perhaps shortened. */
const sameText = (one: string | null, other: string | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    [
      [one, other],
      [other, one],
    ].some(
      ([short = '', long = '']) =>
        beginningOf(short) !== short && long.startsWith(beginningOf(short)),
    ))

const isTextField = (name: string | undefined): name is TextField =>
  name === 'startTimeZone' || name === 'endTimeZone' || name === 'note'

/** What an event that shows a clocking as it is tells of where it is, and what is noted. The zone of an end is known once it has ended. */
const textsIn = ({ startTimeZone, endTimeZone, end, note }: Shown, hasNotes: boolean): Texts => ({
  startTimeZone,
  ...(end !== null && { endTimeZone }),
  ...(hasNotes && note !== undefined && { note }),
})

const amended = (view: ClockingView, event: ClockingEvent, hasNotes: boolean): ClockingView => {
  if (event.type !== 'attendance.clocking-amended') return view
  let next = view
  for (const { field, before, after } of event.data.changes) {
    const [name, id = '', edge] = field.split('.')
    if (name === 'start' || name === 'end') {
      const known = next[name]
      expect(known === undefined || known === moment(before), `${field} was not ${before}`)
      next = { ...next, [name]: moment(after) ?? (name === 'end' ? null : undefined) }
    } else if (isTextField(name)) {
      if (name === 'note' && !hasNotes) continue
      const known = next.texts[name]
      const isSame = known === undefined || sameText(known, before as string | null)
      expect(isSame, `${field} was not ${before}`)
      next = { ...next, texts: { ...next.texts, [name]: after as string | null } }
    } else if (name === 'breaks' && edge === undefined) {
      expect(next.breaks.has(id) || next.isPartial, `${field} was not known`)
      next = withBreak(next, id, null)
    } else if (name === 'breaks') {
      const known = next.breaks.get(id) ?? { start: undefined, end: undefined }
      const side = edge === 'start' ? 'start' : 'end'
      expect(known[side] === undefined || known[side] === moment(before), `${field} was not so`)
      next = withBreak(next, id, { ...known, [side]: moment(after) })
    }
  }
  if (next.end === null) return { ...next, texts: { ...next.texts, endTimeZone: undefined } }
  return next
}

/**
 * What a subscriber knows after one more event.
 * @param last the event before, which shows what was no news
 * @throws {ContradictionError}
 */
const after = (
  view: ClockingView,
  event: ClockingEvent,
  last: ClockingEvent | undefined,
  { silentUntil, lookback, hasNotes }: Reading,
): ClockingView => {
  const { data, type } = event
  if (type === 'attendance.clocked-in') {
    // One that a correction brings back from beyond the lookback is told anew.
    const end = view.end === undefined ? moment(last?.data.clocking.end) : view.end
    const isForgotten = end !== null && end <= epochMs(event.recordedtime) - lookback
    expect(!view.isPresent || isForgotten, 'clocked in twice')
    // A break may have been before its clocking, and the first run between the two.
    const isPartial = data.clocking.breaks.some((each) => epochMs(each.start) <= silentUntil)
    const start = moment(data.clocking.start) ?? 0
    const { startTimeZone, note } = textsIn(data.clocking, hasNotes)
    const texts = { startTimeZone, note }
    return { ...nothing, isPresent: true, start, end: null, texts, isPartial }
  }
  expect(view.isPresent, `${type} of a clocking that was not there`)
  if (type === 'attendance.clocked-out') {
    expect(view.end == null, 'clocked out twice')
    const { endTimeZone } = data.clocking
    return { ...view, end: moment(data.clocking.end), texts: { ...view.texts, endTimeZone } }
  }
  if (type === 'attendance.break-started') {
    expect(!view.breaks.has(data.break.id), 'a break started twice')
    return withBreak(view, data.break.id, { start: moment(data.break.start) ?? 0, end: null })
  }
  if (type === 'attendance.break-ended') {
    const known = view.breaks.get(data.break.id)
    expect(known !== undefined || view.isPartial, 'a break ended that had not started')
    expect(known?.end == null, 'a break ended twice')
    return withBreak(view, data.break.id, { start: known?.start, end: moment(data.break.end) })
  }
  if (type === 'attendance.clocking-removed') return { ...nothing, breaks: new Map() }
  return amended(view, event, hasNotes)
}

/**
 * What a subscriber knew of one clocking, step by step.
 * @throws {ContradictionError}
 */
export const clockingStory = (
  told: readonly (Told & { event: ClockingEvent })[],
  reading: Reading,
): ClockingView[] => {
  const isSilent =
    Number.isFinite(reading.silentUntil) && told[0]?.event.type !== 'attendance.clocked-in'
  const views = [isSilent ? silentView : nothing]
  for (const [n, { event }] of told.entries())
    views.push(after(views.at(-1) ?? nothing, event, told[n - 1]?.event, reading))
  return views
}

export type Shown = {
  start: string
  end: string | null
  startTimeZone: string
  endTimeZone: string
  note?: string | null | undefined
  breaks: readonly { id: string; start: string; end: string | null }[]
}

const same = (known: number | null | undefined, shown: string | null): boolean =>
  known === undefined || known === (shown === null ? null : epochMs(shown))

const sameTexts = (known: Texts, shown: Shown): boolean =>
  (['startTimeZone', 'endTimeZone', 'note'] as const).every((field) => {
    const [one, other] = [known[field], shown[field]]
    return one === undefined || other === undefined || sameText(one, other)
  })

/** Whether what a subscriber knows is what the API shows. */
export const matches = (view: ClockingView, shown: Shown): boolean =>
  view.isPresent &&
  same(view.start, shown.start) &&
  same(view.end, shown.end) &&
  sameTexts(view.texts, shown) &&
  shown.breaks.every(({ id, start, end }) => {
    const known = view.breaks.get(id)
    return known === undefined ? view.isPartial : same(known.start, start) && same(known.end, end)
  }) &&
  [...view.breaks.keys()].every((id) => shown.breaks.some((each) => each.id === id))
