import type { Person } from '../organisation/history.ts'
import { shownAt } from '../organisation/history.ts'
import { firstWhole, type Look } from './looks.ts'
import { isLossDoubtful } from './missing.ts'

type Kind = 'clockings' | 'absences'
type Looks = ReadonlyMap<string, readonly Look[]>

/** The ids that answers before a poll's had shown of somebody, of what still stood when it asked. */
const shownBefore = (person: Person, looks: Looks, kind: Kind, process: string): string[] => {
  const all = looks.get(person.id) ?? []
  const own = all.findIndex(({ poll }) => poll.process === process)
  const look = all[own]
  if (look === undefined) return []
  const ids = all
    .slice(0, own)
    .flatMap(({ answers }) => answers.flatMap((each) => [...each.records.keys()]))
  return [...new Set(ids)].filter((id) => {
    const versions = person[kind].get(id)
    return versions !== undefined && shownAt<unknown>(versions, look.from) !== null
  })
}

/**
 * The first answer about each person that could be believed: where many of a shard lacked at once what earlier
 * answers had shown and what still stood, none of that poll's could, and nobody knows of what it lacks whether
 * it was there before.
 */
export const firstBelieved = (people: readonly Person[], looks: Looks, kind: Kind) => {
  const personOf = new Map(people.map((person) => [person.id, person]))
  const doubtful = new Map<string, boolean>()
  const isDoubtful = ({ poll: { process } }: Look): boolean => {
    const known = (id: string): string[] => {
      const person = personOf.get(id)
      return person === undefined ? [] : shownBefore(person, looks, kind, process)
    }
    const found = doubtful.get(process) ?? isLossDoubtful(people, looks, kind, process, known)
    doubtful.set(process, found)
    return found
  }
  return (employeeId: string): Look | undefined =>
    looks.get(employeeId)?.find((look) => firstWhole([look]) !== undefined && !isDoubtful(look))
}
