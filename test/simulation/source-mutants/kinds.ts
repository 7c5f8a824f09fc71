import type { SourceMutant } from './source-mutant.ts'

const redact = 'lib/routing/redact.ts'
const test = 'test/alerts/turned-out-otherwise.test.ts'

/** What whoever may know of absences of some types is told of those that become, or were, of others. */
export const kindsMutants: readonly SourceMutant[] = [
  {
    name: 'a rule by type shows of an absence of another type as much',
    file: 'lib/routing/matching.ts',
    find: "isOfKind(route, kind) ? route.show : 'opaque'",
    replace: 'isOfKind(route, kind) ? route.show : route.show',
    test,
  },
  {
    name: 'what an absence was is shown by the level of what it is',
    file: redact,
    find: '(isShownTo(was)(field, type) && isShownTo(is)(field, type))',
    replace: 'isShownTo(is)(field, type)',
    test,
  },
  {
    name: 'of which kind an absence was is shown to whoever may know which it is',
    file: redact,
    find: 'const [before, after] = [shown(change.before), shown(change.after)]',
    replace: 'const [before, after] = [change.before, shown(change.after)]',
    test,
  },
  {
    name: 'whoever read that somebody is on holiday does not read that it is one no longer',
    file: 'lib/alerts/follow-ups/who-was-notified.ts',
    find: ' && isByType && !tellsFormerKind(event, shows)',
    replace: ' && isByType',
    test,
  },
  {
    name: 'what waits says what another kind of absence was by the rule that wanted it then',
    file: 'lib/alerts/sending/shown-now.ts',
    find: "redactEvent(event, shows) ?? 'withheld'",
    replace: "redactEvent(event, shows('Holiday')) ?? 'withheld'",
    test,
  },
  {
    name: 'of an absence of another type as much is kept for what may still come',
    file: 'lib/alerts/follow-ups/early-followers.ts',
    find: 'rules.map((rule) => showOfRoute(rule)(kind))',
    replace: "rules.map((rule) => (kind === '' ? 'opaque' : rule.show))",
    test,
  },
  {
    name: 'what waits for all waits for its type once a rule by type wants it again',
    file: 'lib/store/deliveries/waiting.ts',
    find: '...(isByType && !isForAll && { isByType }),',
    replace: '...(isByType && { isByType }),',
    test: 'test/alerts/types-of-absences.test.ts',
  },
  {
    name: 'who read of a corrected note does not read of the next one',
    file: 'lib/alerts/follow-ups/what-was-said.ts',
    find: "'estimatedReturn', 'note', ",
    replace: "'estimatedReturn', ",
    test: 'test/alerts/follow-ups/corrected-once-more.test.ts',
  },
  {
    name: 'who read when a clocking began does not read that it was by the clock of another zone',
    file: 'lib/alerts/follow-ups/what-was-said.ts',
    find: "? [part, 'startTimeZone'] : [part]",
    replace: '? [part] : [part]',
    test: 'test/alerts/follow-ups/corrected-once-more.test.ts',
  },
]
