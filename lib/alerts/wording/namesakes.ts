import { asRead } from './as-read.ts'
import { nameOf, quoted } from './en-units.ts'
import type { Reading } from './phrase.ts'

/** A person, and what may distinguish them from another of the same name. */
export type Nameable = {
  id: string
  givenName: string
  familyName: string
  jobTitle: string | null
  externalReference: string | null
}

/** What namesakes are distinguished by, the first of these that does: a text, or nothing. */
const marks: readonly ((person: Nameable) => string | null)[] = [
  ({ jobTitle }) => jobTitle,
  ({ externalReference }) => externalReference,
  ({ jobTitle, externalReference }) =>
    jobTitle && externalReference && `${jobTitle}, ${externalReference}`,
  ({ id }) => id,
]

const marked = (namesakes: readonly Nameable[]): [string, string][] => {
  for (const markOf of marks) {
    const texts = namesakes.map((person): [string, string] => [
      person.id,
      quoted(markOf(person) ?? ''),
    ])
    const different = new Set(texts.map(([, text]) => asRead(text)))
    if (different.size === namesakes.length && !different.has('')) return texts
  }
  return []
}

/**
 * What is to stand beside the names of people who would read the same in one message: their job
 * titles where these differ, else their external references, else both, in the end their ids.
 * @returns it by the id of each of them
 */
export const distinguish = (people: readonly Nameable[]): ReadonlyMap<string, string> => {
  // Of somebody who is renamed one message has several names, and namesakes by each of them.
  const byName = Map.groupBy(people, (person) => asRead(nameOf(person)).toLowerCase())
  const namesakes = [...byName.values()].map((all) => [
    ...new Map(all.map((person) => [person.id, person])).values(),
  ])
  return new Map(namesakes.filter(({ length }) => length > 1).flatMap(marked))
}

type Named = Pick<Nameable, 'id' | 'givenName' | 'familyName'>

/**
 * A person's name as a message needs it: `Ada Okafor`, `Ada Okafor (Nurse)` beside a namesake.
 * @param detail what stands beside it in any case
 */
export const nameIn = (person: Named, { apart }: Reading, detail: string | null = null): string => {
  const mark = apart?.get(person.id)
  const isNamed = detail === null || mark === detail || mark?.startsWith(`${detail}, `)
  const beside = [...(isNamed ? [] : [detail]), ...(mark === undefined ? [] : [mark])]
  return `${nameOf(person)}${beside.length === 0 ? '' : ` (${beside.join(', ')})`}`
}
