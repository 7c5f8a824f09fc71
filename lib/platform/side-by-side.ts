import pLimit from 'p-limit'

/**
 * Works on several items at once. Where one fails no other is begun, and the failure is told once those
 * under way have ended: what outlives its invocation is frozen with it, and goes on beside its own retry.
 * @param concurrency how many at once
 * @returns what came of each, in the order of the items
 * @throws what the first that failed threw
 */
export const sideBySide = async <Item, Result>(
  concurrency: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const failures: unknown[] = []
  const results = await pLimit(concurrency).map(items, async (item): Promise<Result[]> => {
    if (failures.length > 0) return []
    try {
      return [await work(item)]
    } catch (error) {
      failures.push(error)
      return []
    }
  })
  if (failures.length > 0) throw failures[0]
  return results.flat()
}
