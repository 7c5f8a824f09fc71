import type { SourceMutant } from './source-mutant.ts'

const settle = 'lib/attendance/settle.ts'
const retention = 'lib/attendance/state/retention.ts'
const retireLeavers = 'lib/polling/roster/retire-leavers.ts'
const publishShardChanges = 'lib/polling/publishing/publish-shard-changes.ts'

/** How long leavers are asked about, and kept. */
export const leaversMutants: readonly SourceMutant[] = [
  {
    name: 'who is no longer asked about is in for ever',
    file: 'lib/attendance/state/who-is-in.ts',
    find: 'if (isAtRest(state)) return []',
    replace: '',
    test: 'test/read-api/presence/as-of.test.ts',
  },
  {
    name: 'who was no longer asked about was in at past moments for ever',
    file: 'lib/read-api/presence/past-presence.ts',
    find: 'wasAtRest(state, at) ? withoutOpenClockings(records) : records',
    replace: 'records',
    test: 'test/read-api/presence/as-of.test.ts',
  },
  {
    name: 'who is no longer asked about was asked at the last poll',
    file: 'lib/read-api/get-employee.ts',
    find: 'if (state.restSince !== null) return state.restSince',
    replace: '',
    test: 'test/read-api/presence/as-of.test.ts',
  },
  {
    name: 'who is no longer asked about is uncertain',
    file: 'lib/store/saved-state.ts',
    find: '!isAtRest(state) && ',
    replace: '',
    test: 'test/read-api/presence/as-of.test.ts',
  },
  {
    name: 'who is back is known as of the last poll though nobody has asked',
    file: 'lib/store/saved-state.ts',
    find: ' || unaskedSince.clockings !== null || unaskedSince.absences !== null',
    replace: '',
    test: 'test/read-api/presence/as-of.test.ts',
  },
  {
    name: 'absences of a leaver who is given up were answered no longer than their clockings',
    file: settle,
    find: 'absences: isCertain(absences) ? utc(asked) : absencesSince',
    replace: 'absences: isCertain(absences) ? null : absencesSince',
    test: 'test/promise/nothing-lost/leavers-given-up.test.ts',
  },
  {
    name: 'a leaver is let go once their last absence has ended by the clock of where they are',
    file: settle,
    find: "phase === 'started' || (phase === 'ended' && overEverywhereAt(known) > now)",
    replace: "phase === 'started' || (phase === 'ended' && overEverywhereAt(known) < 0)",
    test: 'test/promise/nothing-invented/other-clocks-later.test.ts',
  },
  {
    name: 'absences of who is hired again go by the clock before anybody asked',
    file: 'lib/attendance/absences/known-now.ts',
    find: 'unaskedSince.absences === null',
    replace: 'unaskedSince.absences !== undefined',
    test: 'test/attendance/hired-again.test.ts',
  },
  {
    name: 'a leaver is at rest at once',
    file: settle,
    find: 'const isLongGone = asked >= epochMs(leftAt) + lookbackHours * hour',
    replace: 'const isLongGone = asked >= epochMs(leftAt)',
    test: 'test/promise/nothing-lost/leavers.test.ts',
  },
  {
    name: 'a leaver with an open clocking is let go',
    file: settle,
    find: 'return doubted.length > 0 || isOpen(clocking)',
    replace: 'return doubted.length > 0 && isOpen(clocking)',
    test: 'test/attendance/histories.test.ts',
  },
  {
    name: 'a leaver with an absence that lasts is let go',
    file: settle,
    find: '  }) ||\n  hasAbsenceOn(state, now)',
    replace: '  })',
    test: 'test/attendance/settling.test.ts',
  },
  {
    name: 'a leaver whose clockings are refused is given up with an absence that lasts',
    file: settle,
    find: 'givenUp === null || (givenUp.areAbsencesFollowed && hasAbsenceOn(next, asked))',
    replace: 'givenUp === null',
    test: 'test/attendance/settling.test.ts',
  },
  {
    name: 'an absence that lasts is followed though absences are refused too',
    file: publishShardChanges,
    find: 'areAbsencesFollowed: !isPastReach && !areAbsencesFailing',
    replace: 'areAbsencesFollowed: !isPastReach',
    test: 'test/promise/nothing-lost/leavers-given-up.test.ts',
  },
  {
    name: 'a leaver who is refused is asked about for ever',
    file: publishShardChanges,
    find: 'if (error === undefined || state.leftAt === null) return null',
    replace: 'if (error === undefined || state.leftAt !== "") return null',
    test: 'test/promise/nothing-lost/leavers-given-up.test.ts',
  },
  {
    name: 'a leaver who is refused is given up at once',
    file: publishShardChanges,
    find: '!(isRefused && gone >= settings.lookbackHours * hour)',
    replace: '!isRefused',
    test: 'test/polling/leavers.test.ts',
  },
  {
    name: 'a leaver is kept from the last answer on, however long before they left',
    file: retention,
    find: 'Math.max(epochMs(restSince), leftAt === null ? 0 : epochMs(leftAt))',
    replace: 'epochMs(restSince)',
    test: 'test/attendance/state/retention.test.ts',
  },
  {
    name: 'a leaver with something unended is kept no longer than others',
    file: retention,
    find: ' + (isEndUnrecorded(state) ? longestOpen : 0)',
    replace: '',
    test: 'test/attendance/state/retention.test.ts',
  },
  {
    name: 'a leaver is not kept',
    file: retention,
    find: 'return from + usual +',
    replace: 'return from + 0 * usual +',
    test: 'test/attendance/state/retention.test.ts',
  },
  {
    name: 'a leaver whom the roster shows again is retired',
    file: retireLeavers,
    find: 'state.outbox.length === 0 && missing.has(state.employeeId)',
    replace: 'state.outbox.length === 0',
    test: 'test/polling/roster/retire-leavers.test.ts',
  },
  {
    name: 'a leaver with events to publish is retired',
    file: retireLeavers,
    find: 'state.outbox.length === 0 && missing.has(state.employeeId)',
    replace: 'missing.has(state.employeeId)',
    test: 'test/polling/whoever-left.test.ts',
  },
  {
    name: 'a leaver who was given up and is back has had all absences',
    file: 'lib/attendance/roster.ts',
    find: 'const absences = unaskedSince.absences ?? restSince',
    replace: 'const absences = restSince',
    test: 'test/promise/nothing-lost/leavers-given-up.test.ts',
  },
  {
    name: 'whoever is back after their state is gone is asked about as a newcomer is',
    file: 'lib/attendance/roster.ts',
    find: 'last === null || epochMs(last) >= epochMs(since)',
    replace: 'last === null || epochMs(last) >= 0',
    test: 'test/promise/one-id/back-late.test.ts',
  },
]
