import type { Failing } from '../../store/deliveries/destination-record.ts'
import { apart, type Parcel, type Said, withAlone } from './parcel.ts'

/** What a destination failed at in earlier turns, by the ids of what waits. */
export type FailedAt = Record<string, Failing>

/** What is known of something that fails. */
export const knownOf = ({ ids }: Pick<Said, 'ids'>, known: FailedAt): Failing[] =>
  ids.flatMap((id) => (Object.hasOwn(known, id) ? (known[id] ?? []) : []))

/** What there is to say of one who fails alone, the message that it is part of, and which of all messages that is. */
type Alone = { parcel: Parcel; of: Parcel; nth: number }

/**
 * What fails is apart from what may not, and alone; of whom it fails longest untried first, so that turns that end soon come to everybody.
 * What has failed only while the destination took nothing is in doubt: that says little of it.
 * @returns all that, and when was last tried what failed of somebody, epoch milliseconds
 */
export const inOrder = (
  parcels: readonly Parcel[],
  known: FailedAt,
): { well: Parcel[]; inDoubt: Alone[]; bad: Parcel[]; triedAt: (parcel: Parcel) => number } => {
  const lastTried = new Map<string, number>()
  const failing = new Set<string>()
  for (const { said } of parcels)
    for (const each of said)
      for (const { since, tries, last = since } of knownOf(each, known)) {
        lastTried.set(each.of, Math.max(last, lastTried.get(each.of) ?? last))
        if (tries > 0) failing.add(each.of)
      }
  const separate = parcels.map((parcel) => apart(parcel, new Set(lastTried.keys())))
  const triedAt = ({ about }: Parcel) => Math.max(...[...about].map((of) => lastTried.get(of) ?? 0))
  const alone = separate
    .flatMap(({ theirs }) => theirs)
    .flatMap((of, nth) =>
      withAlone(of, (said) => knownOf(said, known).length > 0).map((parcel) => ({
        parcel,
        of,
        nth,
      })),
    )
    .toSorted((one, other) => triedAt(one.parcel) - triedAt(other.parcel))
  const isFailing = ({ parcel }: Alone) => [...parcel.about].some((of) => failing.has(of))
  return {
    well: separate.flatMap(({ others }) => others),
    inDoubt: alone.filter((each) => !isFailing(each)),
    bad: alone.filter(isFailing).map(({ parcel }) => parcel),
    triedAt,
  }
}

/** Parts of messages, those of each message together again, in the order of those: what is said of somebody in one may follow on what another says. */
export const joinedAgain = (parts: readonly Alone[]): Parcel[] =>
  [
    ...Map.groupBy(
      parts.toSorted((one, other) => one.nth - other.nth),
      ({ of }) => of,
    ),
  ].map(([of, theirs]) => {
    const ids = new Set(theirs.flatMap(({ parcel }) => parcel.ids))
    return of.only(of.said.filter((each) => each.ids.some((id) => ids.has(id))))
  })
