import { eventTypes } from './events.ts'

/** What is read of an event to know how things stand. */
export type Telling = {
  type: string
  sequence: string
  snapshot?: true | undefined
  data: { employee: { id: string }; clocking?: { id: string }; absence?: { id: string } }
}

/**
 * How things stand with one employee: of each clocking and each absence, and of the employment, the last event. It is
 * plain JSON, for a store.
 */
export type Picture<Event extends Telling> = {
  /** Up to this number a snapshot has told everything; empty where there was none. */
  toldThrough: string
  /** By the id of the clocking or absence, or `employment`. */
  last: Readonly<Record<string, Event>>
}

/** Of somebody of whom nothing is known. */
export const emptyPicture: Picture<never> = { toldThrough: '', last: {} }

const known: ReadonlySet<string> = new Set(eventTypes)

// An event about both is about the clocking: its absence has events of its own.
const keyOf = ({ data }: Telling): string => data.clocking?.id ?? data.absence?.id ?? 'employment'

/** Without what a snapshot of that number would have told, were it still so. */
const upTo = <Event extends Telling>(
  { last }: Picture<Event>,
  toldThrough: string,
): Picture<Event> => ({
  toldThrough,
  last: Object.fromEntries(
    Object.entries(last).filter(([, { sequence }]) => sequence > toldThrough),
  ),
})

/**
 * What is known of an employee with one event more, in whichever order events come, and however often: stream and
 * snapshots together. The same where it is old news, or of a type that came after this version: nobody can say what it is about.
 */
export const learned = <Event extends Telling>(
  picture: Picture<Event>,
  event: Event,
): Picture<Event> => {
  const { type, sequence, snapshot = false } = event
  if (!known.has(type)) return picture
  const isOld = snapshot ? sequence < picture.toldThrough : sequence <= picture.toldThrough
  if (isOld) return picture
  const base = snapshot && sequence > picture.toldThrough ? upTo(picture, sequence) : picture
  const key = keyOf(event)
  const before = base.last[key]
  if (before !== undefined && before.sequence > sequence) return base
  return { ...base, last: { ...base.last, [key]: event } }
}
