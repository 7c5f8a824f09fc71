import type { Look } from './looks.ts'

const isLackedBy = ({ answers }: Look, id: string): boolean =>
  answers.every(({ records, broken }) => !records.has(id) && !broken.has(id))

/** Whether a look lacked what it should have shown, and no trace of it was in any of its answers. */
const hides = (look: Look, id: string): boolean =>
  look.answers.some(({ hidden }) => hidden.has(id)) && isLackedBy(look, id)

/** Whether an answer of a look was of some time ago, and nothing of it shows what another had shown by then. */
const lagsBehind = (look: Look, id: string): boolean =>
  look.answers.some(({ lag }) => lag > 0) && isLackedBy(look, id)

/** Whether two answers lacked something that was there, so that it may have been told as gone. */
export const mayHaveGone = (looks: readonly Look[], id: string): boolean => {
  const first = looks.findIndex((look) => !isLackedBy(look, id))
  return (
    looks.filter(
      (look, n) => hides(look, id) || (first !== -1 && n > first && lagsBehind(look, id)),
    ).length > 1
  )
}
