import type { EmployeeState, Kind } from './state/state.ts'

/**
 * By when what happened is no news, UTC, because it was so before the first run: so it is until the first complete answer
 * of its kind, and of a record that could not be read by then until it can. Null where all is news.
 * @param id of a record; where it is left out, of any that is shown for the first time
 */
export const baselineOf = (
  { baselineAt, unaskedSince, unread }: EmployeeState,
  kind: Kind,
  id?: string,
): string | null => {
  const ofUnread = id === undefined ? undefined : unread[kind]?.ids[id]?.baselineAt
  return unaskedSince[kind] === null ? (ofUnread ?? null) : baselineAt
}
