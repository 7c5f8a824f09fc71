import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { nameOfType } from '../../routing/matching.ts'
import { isFollowUp, originalsAmong, thingsLatestFirst } from '../follow-ups/originals.ts'
import { attention, type Counted } from './counts.ts'
import type { Bundle } from './message.ts'

/**
 * Which events of a message are told together or not at all: what was corrected or settled, and what does so, since
 * nobody is to read one of them alone. They are needed, and so is what asks for attention; all else is news.
 */
export const bundlesOf = ({
  events,
  allClear,
  back,
}: Counted): ((event: AttendanceEvent) => Bundle) => {
  const told = events.map((shown) => ({
    shown,
    as: allClear?.has(shown.id) ? ('all-clear' as const) : undefined,
    isBack: back?.has(shown.id),
  }))
  type Told = (typeof told)[number]
  const together = new Map(told.map((each) => [each, new Set([each])]))
  const originalsOf = originalsAmong(told)
  for (const followUp of thingsLatestFirst(told)) {
    const each = [followUp, ...originalsOf(followUp)]
    const sets = new Set(each.flatMap((one) => together.get(one) ?? []))
    if (sets.size === 1) continue
    const all = new Set([...sets].flatMap((set) => [...set]))
    for (const one of all) together.set(one, all)
  }
  const isNeeded = (each: Told) => isFollowUp(each) || attention.includes(nameOfType(each.shown))
  const bundles = new Map<AttendanceEvent, Bundle>()
  for (const all of new Set(together.values())) {
    const bundle = { isNeeded: [...all].some(isNeeded) }
    for (const { shown } of all) bundles.set(shown, bundle)
  }
  return (event) => bundles.get(event) ?? { isNeeded: true }
}
