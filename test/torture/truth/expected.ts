/** A field that changed, as a `changes` of an event names it. */
export type Change = { field: string; before: unknown; after: unknown }

/** When an event must say that it happened, epoch milliseconds. */
export type When =
  /** The API gives the moment. */
  | { at: number }
  /** The API gives none, so it is when it was seen: not before it was made so. */
  | { seenAfter: number }

/** An event that is due, worked out from what the script did and what the documents promise. */
export type Expected = {
  employeeId: string
  /** The type without its prefix, such as `clocked-in`. */
  type: string
  /** The id of the clocking, break, absence or employee that it is about; of two, joined by `+`. */
  about: string
  when: When
  changes: Change[] | null
  /**
   * What must be told in the order in which it is expected: the events of one clocking, of one
   * absence, of one employment. Null for what only time brings about.
   */
  story: string | null
  /** When the script made it due, epoch milliseconds: it cannot be seen earlier. */
  madeAt: number
  /** From when on every true answer shows it, likewise; null until the API has taken it. */
  shownFrom: number | null
  /** It takes back something told, or makes it vanish: one answer is not enough to tell it. */
  needsConfirming: boolean
  /** It may as well not be told. */
  isOptional: boolean
}
