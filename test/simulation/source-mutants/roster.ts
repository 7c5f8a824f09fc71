import type { SourceMutant } from './source-mutant.ts'

const roster = 'lib/attendance/roster.ts'
const refresh = 'lib/polling/roster/refresh-roster.ts'

/** Who joins, leaves and returns, as the roster says. */
export const rosterMutants: readonly SourceMutant[] = [
  {
    name: 'who is missing from one roster has left',
    file: roster,
    find: 'const isFirst = missingSince === null && after > 0',
    replace: 'const isFirst = missingSince === null && after > Number.POSITIVE_INFINITY',
  },
  {
    name: 'any roster is believed',
    file: roster,
    find: "return isMany && lost > members.size / 5 ? 'a fifth short' : null",
    replace: 'return null',
  },
  {
    name: 'a loss of most of a few is believed',
    file: roster,
    find: 'members.size >= least.members || lost >= least.lost',
    replace: 'members.size >= least.members',
    test: 'test/promise/nothing-invented/roster-loss.test.ts',
  },
  {
    name: 'while anybody on the roster has no readable id nobody leaves',
    file: 'lib/polling/roster/believed-roster.ts',
    find: 'if (!isHarmless && mayBe === undefined) return null',
    replace: 'return null',
    test: 'test/promise/bad-records/unreadable.test.ts',
  },
  {
    name: 'nobody on the roster without a readable id is whoever is missing',
    file: 'lib/polling/roster/believed-roster.ts',
    find: 'isHarmless: mayBe?.length === 0',
    replace: 'isHarmless: true',
    test: 'test/polling/roster/list-employed.test.ts',
  },
  {
    name: 'one without a readable id may be whoever is missing, for as long as it is there',
    file: 'lib/polling/roster/believed-roster.ts',
    find: 'lacked.filter((id) => known.mayBe?.includes(id))',
    replace: 'lacked',
    run: { seed: 20_004, faults: ['nameless-people'] },
  },
  {
    name: 'one without a readable id is nobody whose item cannot be read',
    file: refresh,
    find: 'acceptLoss ? [] : [...members, ...unreadable]',
    replace: 'acceptLoss ? [] : [...members]',
    test: 'test/promise/bad-records/unreadable.test.ts',
  },
  {
    name: 'whose id could not be read is a newcomer of now',
    file: 'lib/polling/roster/believed-roster.ts',
    find: 'nameless.includes(mark) || known.since >= since ? since : known.since',
    replace: 'nameless.includes(mark) || true ? since : known.since',
    test: 'test/promise/nothing-lost/newcomers.test.ts',
  },
  {
    name: 'an operator’s word is not about those without an id',
    file: refresh,
    find: 'const lackable = acceptLoss ? [] : [...members, ...unreadable]',
    replace: 'const lackable = [...members, ...unreadable]',
    test: 'test/promise/bad-records/unreadable.test.ts',
  },
  {
    name: 'an empty roster is believed',
    file: roster,
    find: "if (answered.size === 0) return 'empty'",
    replace: '',
    test: 'test/attendance/roster.test.ts',
  },
  {
    name: 'who cannot be read on the roster is missing',
    file: 'lib/polling/roster/believed-roster.ts',
    find: 'new Set([...employees.keys(), ...unread])',
    replace: 'new Set([...employees.keys(), ...unread.slice(0, 0)])',
    test: 'test/promise/bad-records/unreadable.test.ts',
  },
  {
    name: 'newcomers are asked about from now on',
    file: refresh,
    find: 'const believedAt = roster.believedAt ?? asked',
    replace: 'const believedAt = asked',
  },
  {
    name: 'whom an answer lacks that is not whole is forgotten where they could not be read',
    file: 'lib/polling/roster/unread-employees.ts',
    find: '!isComplete || nameless.length > 0',
    replace: 'nameless.length > 0',
    test: 'test/polling/roster/unread-employees.test.ts',
  },
  {
    name: 'who could not be read on the roster is a newcomer of now',
    file: 'lib/polling/roster/unread-employees.ts',
    find: 'before.unread[id] ?? since',
    replace: 'since',
    test: 'test/polling/arrivals.test.ts',
  },
  {
    name: 'newcomers are asked about from where the shard is',
    file: 'lib/polling/asking/behind.ts',
    find: 'earlier(shard.behind[kind][employeeId]?.since ?? null, unaskedSince[kind]) ??',
    replace: 'shard.behind[kind][state.employeeId]?.since ??',
  },
  {
    name: 'a leaver who is back is not asked about from where they were',
    file: roster,
    find: 'restSince === null ? unaskedSince : { clockings: restSince, absences },',
    replace: 'unaskedSince,',
    test: 'test/polling/leavers.test.ts',
  },
  {
    name: 'whoever has no room for an event is not looked at by a refresh',
    file: 'lib/polling/roster/roster-changes.ts',
    find: 'return hasNews && isFull(state) ? state : changed',
    replace: 'return isFull(state) ? state : changed',
    test: 'test/polling/roster/roster-changes.test.ts',
  },
  {
    name: 'a leaver is back with one roster',
    file: roster,
    find: "...(state.membership === 'leaver' ? ['membership=member'] : []),",
    replace: '',
    test: 'test/promise/nothing-lost/leavers-given-up.test.ts',
  },
  {
    name: 'what was so before the first run is told',
    file: 'lib/attendance/apply.ts',
    find: "if (isOld && poll.rules.baseline === 'silent') return state",
    replace: '',
  },
  {
    name: 'what happens after the first roster is no news',
    file: 'lib/attendance/apply.ts',
    find: 'step.at <= epochMs(state.baselineAt)',
    replace: 'step.at <= epochMs(state.baselineAt) + 86_400_000',
    test: 'test/promise/nothing-lost/newcomers.test.ts',
  },
]
