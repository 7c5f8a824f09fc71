/** Sizes as DynamoDB counts them: an item holds 400 KB, the names of its attributes included. */

const bytesOfText = (text: string): number => Buffer.byteLength(text)

/** A number takes a byte for every two digits, and one more; this is the most it can take. */
const bytesOfNumber = (value: number): number =>
  Math.min(21, Math.ceil(String(Math.abs(value)).replace('.', '').length / 2) + 2)

/**
 * The bytes of a value in an item: text in UTF-8, three bytes for each list and map and one for
 * each of their elements. What is undefined is not written.
 */
export const itemBytes = (value: unknown): number => {
  if (typeof value === 'string') return bytesOfText(value)
  if (typeof value === 'number') return bytesOfNumber(value)
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + 1 + itemBytes(each), 3)
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce(
    (sum, [name, each]) =>
      each === undefined ? sum : sum + 1 + bytesOfText(name) + itemBytes(each),
    3,
  )
}
