import { halves, type Parcel } from './parcel.ts'

/** A message in two: of half of the people each, or, of one person, of what was seen first and of what came after. */
const inTwo = (parcel: Parcel): readonly Parcel[] => {
  const { said, about } = parcel
  if (about.size > 1) return halves(parcel) ?? [parcel]
  const middle = Math.ceil(said.length / 2)
  return [parcel.only(said.slice(0, middle)), parcel.only(said.slice(middle))]
}

/** A message as several, where one has no room for all that may not be left out. */
export const inFull = (parcel: Parcel, hasRoom: (parcel: Parcel) => boolean): Parcel[] =>
  parcel.said.length < 2 || hasRoom(parcel)
    ? [parcel]
    : inTwo(parcel).flatMap((part) => inFull(part, hasRoom))
