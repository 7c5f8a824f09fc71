import * as z from 'zod'
import { name } from '../../routing/where.ts'

/** Somewhere that messages go to: a Slack channel, or an audience of mails. */
export type Destination = { kind: 'slack' | 'email'; name: string }
export type DestinationKind = Destination['kind']

/** A destination in one word: `slack:office`. */
export const destinationKey = ({ kind, name }: Destination): string => `${kind}:${name}`

const Word = z.tuple([z.enum(['slack', 'email']), name])

/** @throws {RangeError} where the word names no destination */
export const destinationOf = (key: string): Destination => {
  const read = Word.safeParse(key.split(':'))
  if (!read.success) throw new RangeError('A destination is slack:<channel> or email:<audience>')
  const [kind, destination] = read.data
  return { kind, name: destination }
}

/** Whether a word names a destination, be it in the settings or not. */
export const isDestinationKey = (key: string): boolean => Word.safeParse(key.split(':')).success

/** Where a rule or a digest goes, each destination once. */
export const destinationsOf = (route: { slack: string[]; email: string[] }): Destination[] => [
  ...[...new Set(route.slack)].map((name) => ({ kind: 'slack' as const, name })),
  ...[...new Set(route.email)].map((name) => ({ kind: 'email' as const, name })),
]
