import type { Waiting } from '../../store/deliveries/waiting.ts'
import { idAsOriginal } from '../receiving/collect.ts'

/**
 * What waits to be read after some that are put aside, and after what goes with these in turn: it waits again once they do. What
 * waits in another way as well, and stays, takes nothing along.
 * @param ids of what is put aside
 * @param left all that waits
 */
export const whatGoesAlong = (ids: readonly string[], left: readonly Waiting[]): Waiting[] => {
  const after = new Set<Waiting>()
  for (;;) {
    const going = new Set([...ids, ...[...after].map(({ id }) => id)])
    const staying = new Set(left.flatMap(({ id }) => (going.has(id) ? [] : idAsOriginal(id))))
    const gone = new Set([...going].map(idAsOriginal))
    const goesAlong = (original: string): boolean => gone.has(original) && !staying.has(original)
    const more = left.filter(
      (each) => each.after !== undefined && !after.has(each) && goesAlong(each.after),
    )
    if (more.length === 0) return [...after]
    for (const each of more) after.add(each)
  }
}
