import type { AlertRule } from '../../lib/alerts/rules/alert-settings.ts'
import type { Where } from '../../lib/routing/where.ts'
import type { Draws } from '../../local/workforce-service/organisation/random.ts'

type Hours = NonNullable<Where['hours']>

const hours: readonly [Hours, ...Hours[]] = [
  { from: '07:00', to: '15:30' },
  { from: '22:00', to: '09:00' },
  { from: '00:00', to: '24:00', days: ['sat', 'sun', 'tue'] },
  { from: '18:00', to: '06:00', days: ['mon', 'wed', 'sat'] },
]

/** Some of the people: by their ids, or by the reference that half of all have. */
const someOf = (ids: readonly string[], draws: Draws): string[] => {
  const some = ids.filter(() => draws.chance(0.5))
  return some.length === 0 || draws.chance(0.3) ? ['HR-0042', ...some.slice(0, 1)] : some
}

/** Of whom, and of which hours, something is told. */
export const aNarrowWhere = (
  draws: Draws,
  ids: readonly string[],
): Pick<Where, 'employees' | 'hours'> => ({
  ...(draws.chance(0.5) && { employees: someOf(ids, draws) }),
  ...(draws.chance(0.5) && { hours: draws.pick(hours) }),
})

/** The same rules, most of them about some people, or some hours, alone. */
export const narrow = (
  rules: readonly AlertRule[],
  draws: Draws,
  ids: readonly string[],
): AlertRule[] =>
  rules.map((rule) => ({ ...rule, where: { ...rule.where, ...aNarrowWhere(draws, ids) } }))
