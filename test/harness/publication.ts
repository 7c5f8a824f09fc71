import { noneTaken, type Publication } from '../../lib/publishing/publication.ts'

/** What became of a publication of which some were taken, and the others not, for one reason. */
export const aPublication = (
  entries: readonly { id: string }[],
  isTaken: (id: string) => boolean,
  reason = 'InternalError',
): Publication => ({
  acknowledged: new Set(entries.map(({ id }) => id).filter(isTaken)),
  failures: noneTaken(
    entries.filter(({ id }) => !isTaken(id)),
    reason,
  ).failures,
})
