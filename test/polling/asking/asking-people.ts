import { askEmployees } from '../../../lib/polling/asking/ask-employees.ts'
import {
  ProblemError,
  ServerError,
  TransportError,
  type WorkforceError,
} from '../../../lib/workforce/errors.ts'

const people = Array.from({ length: 20 }, (_, n) => n)
export const forbidden = () => new ProblemError('clockings', 403, null)
export const tokenless = () => new ProblemError('token', 404, null)
export const broken = () => new ServerError('clockings', 500)
export const lost = () => new TransportError('clockings', 'connection-lost')

/** Nobody takes long. */
export const never = () => new Promise<void>(() => {})

/** Asks people 0, 1, 2, …, one at a time; `failing` says who fails, and how. */
export const asking = async (
  failing: (person: number) => WorkforceError | null,
  {
    who = people,
    machineNow = (): number => 0,
    until = 1,
    concurrency = 1,
    isWell = (_person: number): boolean => true,
    wereMostFailing = false,
    isFeared = false,
  } = {},
) => {
  const asked: number[] = []
  const result = await askEmployees(
    who,
    async (person) => {
      asked.push(person)
      const error = failing(person)
      if (error !== null) throw error
      return person * 10
    },
    {
      places: { usual: concurrency, most: concurrency },
      machineNow,
      wait: never,
      until,
      isWell,
      wereMostFailing,
      isFeared,
    },
  )
  return { asked, result }
}
