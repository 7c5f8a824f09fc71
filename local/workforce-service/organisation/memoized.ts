/** A pure function with its last results kept, at most `max` of them, the oldest given up first. */
export const memoized = <Key, Result>(
  compute: (key: Key) => Result,
  nameOf: (key: Key) => string,
  max: number,
): ((key: Key) => Result) => {
  const results = new Map<string, Result>()
  return (key) => {
    const name = nameOf(key)
    const known = results.get(name)
    if (known !== undefined) return known
    const result = compute(key)
    results.set(name, result)
    const oldest = results.keys().next().value
    if (results.size > max && oldest !== undefined) results.delete(oldest)
    return result
  }
}
