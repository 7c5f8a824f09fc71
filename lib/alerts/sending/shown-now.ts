import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { isAbout, kindIn, nameOfType } from '../../routing/matching.ts'
import { isOfSicknessAlone, redactEvent, tellsFormerKind } from '../../routing/redact.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import { keptEvent } from '../receiving/queue-message.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { showsOf } from '../rules/levels.ts'

/** Whether an event was kept without what it shows all the same, as older versions did. */
const showsTooMuch = ({ type, data }: AttendanceEvent): boolean =>
  isOfSicknessAlone(type) && 'absence' in data && data.absence.$type === undefined

/**
 * What is shown of something that waits: `withheld` where that is nothing any more, `unreadable`
 * where another version kept what this one cannot read, which holds nothing else up.
 */
type Shown = AttendanceEvent | 'withheld' | 'unreadable'

/** Something that waits, and what of it is shown. */
export type ShownWaiting = { waiting: Waiting; shown: Shown }

const shownOf = (
  { event: text, isByType, as }: Waiting,
  rules: readonly AlertRule[],
  isThere: boolean,
): Shown => {
  const event = keptEvent(text)
  if (event === null) return 'unreadable'
  if (!isThere || showsTooMuch(event)) return 'withheld'
  const shows = showsOf(event, rules)
  const isOpaque = shows(kindIn(event)) === 'opaque' && !tellsFormerKind(event, shows)
  // Of an absence only a return that is overdue is settled, so an all-clear shows that it was one.
  const isAllClearAlone =
    as === 'all-clear' &&
    'absence' in event.data &&
    !rules.some((rule) => rule.on.includes(nameOfType(event)) && isAbout(rule, event))
  if (isOpaque && (isByType || isAllClearAlone)) return 'withheld'
  return redactEvent(event, shows) ?? 'withheld'
}

/**
 * What waits as its destination may be shown it now, which may be less than when it was kept.
 * Where no rule sends such events there, why somebody is away is not shown.
 * @param rules those that go to the destination
 * @param isThere whether the settings have the destination: one that they do not have is shown nothing
 */
export const shownNow = (
  waiting: readonly Waiting[],
  rules: readonly AlertRule[],
  isThere = true,
): ShownWaiting[] =>
  waiting.map((each) => ({ waiting: each, shown: shownOf(each, rules, isThere) }))
