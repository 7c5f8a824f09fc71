import type { Parcel, Said } from '../../../lib/alerts/sending/parcel.ts'

const aParcel = (said: readonly Said[]): Parcel => ({
  ids: said.flatMap(({ ids }) => ids),
  about: new Set(said.map(({ of }) => of)),
  mailing: () => ({ messages: [{ headline: ['x'], sections: [] }], counts: [] }),
  said,
  only: aParcel,
})

/** A message that says these things, each of the person with whose letter it begins. */
export const saying = (...things: string[]): Parcel =>
  aParcel(things.map((id) => ({ ids: [id], follows: [], of: id.charAt(0) })))
