import type { Outcome } from './outlet.ts'

/**
 * Sends the parts of a message of which nothing may be left out, one after the other. One that is not taken keeps back no other,
 * until a second one is not: then the destination is down.
 * @returns the first outcome that is not `sent`, or that
 */
export const inParts = async <Part>(
  parts: readonly Part[],
  send: (part: Part, index: number) => Promise<Outcome>,
): Promise<Outcome> => {
  let first: Outcome = { kind: 'sent' }
  for (const [index, part] of parts.entries()) {
    const outcome = await send(part, index)
    if (outcome.kind === 'sent') continue
    if (outcome.kind === 'gone') return outcome
    if (first.kind !== 'sent') return first
    first = outcome
  }
  return first
}
