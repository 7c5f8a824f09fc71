import type { Look } from './looks.ts'

/** Whether a look lacked what it should have shown, and no trace of it was in any of its answers. */
const hides = ({ answers }: Look, id: string): boolean =>
  answers.some(({ hidden }) => hidden.has(id)) &&
  answers.every(({ records, broken }) => !records.has(id) && !broken.has(id))

/** Whether two answers lacked something that was there, so that it may have been told as gone. */
export const mayHaveGone = (looks: readonly Look[], id: string): boolean =>
  looks.filter((look) => hides(look, id)).length > 1
