import type { Draws } from '../../../local/workforce-service/organisation/random.ts'

/** Faults as the control API of the Workforce service takes them. */
export type Fault = { on: string; kind: string; employeeId?: string } & Record<string, unknown>

/** A way in which the API fails for a while. */
export type Spell = { name: string; faults: (employees: readonly string[]) => Fault[] }

const everything = (fault: Omit<Fault, 'on'> & { kind: string }): Fault => ({ on: '*', ...fault })

/** A few of many, every so-manieth. */
const some = (employees: readonly string[], step: number): string[] =>
  employees.filter((_, n) => n % step === 0)

/**
 * Polls take so long then that a kill finds them half-way. Answers are made when they are sent,
 * or when they are asked for.
 */
const slow = (draws: Draws): Spell => {
  const delayMs = draws.whole(300, 2_500)
  const kind = draws.pick(['delay', 'late'])
  const name = `${delayMs} ms slow, answers ${kind === 'late' ? 'of before' : 'of then'}`
  return { name, faults: () => [everything({ kind, delayMs })] }
}

const spells: readonly [(draws: Draws) => Spell, ...((draws: Draws) => Spell)[]] = [
  (draws) => {
    const status = draws.pick([500, 502, 503, 504])
    return { name: `${status}`, faults: () => [everything({ kind: 'status', status })] }
  },
  () => ({
    name: '429',
    faults: () => [everything({ kind: 'status', status: 429, retryAfter: 1 })],
  }),
  () => ({
    name: 'tokens refused',
    faults: () => [
      { on: 'token', kind: 'status', status: 401 },
      { on: 'clockings', kind: 'expire-tokens', times: 1 },
      { on: 'clockings', kind: 'status', status: 401 },
    ],
  }),
  () => ({ name: 'tokens expire', faults: () => [{ on: 'clockings', kind: 'expire-tokens' }] }),
  slow,
  slow,
  slow,
  () => ({ name: 'dropped connections', faults: () => [everything({ kind: 'drop' })] }),
  () => ({ name: 'truncated answers', faults: () => [everything({ kind: 'truncate' })] }),
  () => ({ name: 'HTML', faults: () => [everything({ kind: 'html' })] }),
  (draws) => {
    const status = draws.pick([403, 500, 503])
    const step = draws.whole(2, 5)
    return {
      name: `${status} for some`,
      faults: (employees) =>
        some(employees, step).map((employeeId) =>
          everything({ kind: 'status', status, employeeId }),
        ),
    }
  },
  (draws) => {
    const on = draws.pick(['employees', 'absences', 'clockings'])
    return { name: `500 for ${on}`, faults: () => [{ on, kind: 'status', status: 500 }] }
  },
]

/** Any of the ways. */
export const aSpell = (draws: Draws): Spell => draws.pick(spells)(draws)
