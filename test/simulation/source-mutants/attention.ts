import type { SourceMutant } from './source-mutant.ts'

const file = 'lib/attendance/attention.ts'

/** What calls for attention, and from when. */
export const attentionMutants: readonly SourceMutant[] = [
  {
    name: 'an overdue clocking has the time at which it was seen',
    file,
    find: "name: 'clocking-overdue', time: utc(at)",
    replace: "name: 'clocking-overdue', time: utc(context.now)",
  },
  {
    name: 'who is in while absent has no grace',
    file,
    find: 'const at = since + rules.attention.absenceGraceMinutes * minute',
    replace: 'const at = since + rules.attention.absenceGraceMinutes * 0 * minute',
    test: 'test/attendance/absence-grace.test.ts',
  },
  {
    name: 'a return is overdue as its day begins',
    file,
    find: 'const at = returnDueAt(expected, context.zone)',
    replace: 'const at = returnMoment(expected, context.zone)',
    test: 'test/attendance/overdue-return.test.ts',
  },
  {
    name: 'a shift of the night is in while absent from midnight on',
    file,
    find: 'start < span.start ? shiftOverBy(span, zone, rules.workday) : start',
    replace:
      'start < span.start && zone === "" ? shiftOverBy(span, zone, rules.workday) : Math.max(start, span.start)',
  },
  {
    name: 'a break that has ended is overdue',
    file,
    find: '.filter((each) => each.end === null)',
    replace: '.filter((each) => each.end !== undefined)',
  },
  {
    name: 'a sickness that has an end has somebody expected back',
    file,
    find: 'if (absence.known.end !== null || at === null) return []',
    replace: 'if (at === null) return []',
  },
  {
    name: 'no clocking with a break is ever overdue',
    file,
    find: 'if (hours === null) return []',
    replace: 'if (hours === null || known.breaks.length > 0) return []',
  },
  {
    name: 'nobody is told that somebody is in though absent',
    file: 'lib/attendance/attention.ts',
    find: 'if (!rules.attention.clockedInWhileAbsent) return []',
    replace: 'if (rules.attention.clockedInWhileAbsent) return []',
  },
  {
    name: 'nobody is told that somebody is not back',
    file: 'lib/attendance/attention.ts',
    find: 'if (!attention.returnOverdue || privacy',
    replace: 'if (attention.returnOverdue || privacy',
  },
  {
    name: 'who was in for the whole of a short absence is not told of, as it is over by the poll that shows both',
    file: 'lib/attendance/attention.ts',
    find: "absencesThat(state, ['started', 'ended'])",
    replace: "absencesThat(state, ['started'])",
    test: 'test/attendance/absence-grace.test.ts',
  },
  {
    name: 'an absence that was over within the grace is told of as one that was not',
    file: 'lib/attendance/attention.ts',
    find: 'at < epochMs(endedAt) && (end === null || at < end)',
    replace: 'at < epochMs(endedAt) + 24 * hour',
    test: 'test/attendance/absence-grace.test.ts',
  },
  {
    name: 'an absence that was told of once it was over is told of once more as it goes on',
    file: 'lib/attendance/attention.ts',
    find: 'isOver ? raised.some((each) => each.startsWith(key)) : raised.includes(over)',
    replace: 'isOver && raised.some((each) => each.startsWith(key))',
    test: 'test/attendance/absence-grace.test.ts',
  },
  {
    name: 'an absence that is over and is corrected then is told of once more',
    file: 'lib/attendance/attention.ts',
    find: 'isOver ? raised.some((each) => each.startsWith(key)) : raised.includes(over)',
    replace: 'isOver ? raised.includes(over) : raised.includes(over)',
    test: 'test/attendance/absence-grace.test.ts',
  },
]
