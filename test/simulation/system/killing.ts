/** Kills one process at one effect, of all that there are. */
export type Killing = { isNow: (name: string) => boolean; when: 'before' | 'after' }

/** Kills at one effect, counted from 1, of all or of those of one name. */
export const killingAt = (effect: number, when: Killing['when'], of?: string): Killing => {
  let effects = 0
  return { isNow: (name) => (of === undefined || name === of) && ++effects === effect, when }
}
