/** Somewhere that messages go to: a Slack channel, or an audience of mails. */
export type Destination = { kind: 'slack' | 'email'; name: string }
export type DestinationKind = Destination['kind']

/** A destination in one word: `slack:office`. */
export const destinationKey = ({ kind, name }: Destination): string => `${kind}:${name}`

/** @throws {RangeError} where the word names no destination */
export const destinationOf = (key: string): Destination => {
  const [kind, name] = key.split(':')
  if ((kind !== 'slack' && kind !== 'email') || !name)
    throw new RangeError('A destination is slack:<channel> or email:<audience>')
  return { kind, name }
}

/** Where a rule or a digest goes, each destination once. */
export const destinationsOf = (route: { slack: string[]; email: string[] }): Destination[] => [
  ...[...new Set(route.slack)].map((name) => ({ kind: 'slack' as const, name })),
  ...[...new Set(route.email)].map((name) => ({ kind: 'email' as const, name })),
]
