import type { SourceMutant } from './source-mutant.ts'

const steps = 'lib/attendance/clockings/clocking-steps.ts'
const absenceAmendment = 'lib/attendance/absences/absence-amendment.ts'

/** Ids, revisions and numbers. */
export const identityMutants: readonly SourceMutant[] = [
  {
    name: 'breaks and an end from long ago, of a clocking that is known elsewhere, are recorded for the first time',
    file: steps,
    find: 'recorded !== null && forgottenBefore !== null &&',
    replace: 'false && forgottenBefore !== null &&',
    test: 'test/promise/one-id/one-id.test.ts',
  },
  {
    name: 'the id of a clock-out has no end',
    file: steps,
    find: 'const facts = [id, epochMs(current.end), ...subject.again(current.end)]',
    replace: 'const facts = [id, ...subject.again(current.end)]',
  },
  {
    name: 'the id of a clock-in has no start',
    file: steps,
    find: 'const facts = [id, epochMs(current.start), ...subject.again(current.start)]',
    replace: 'const facts = [id, ...subject.again(current.start)]',
  },
  {
    name: 'the id of an amendment has no moment',
    file: steps,
    find: 'const facts = [id, changes, time]',
    replace: 'const facts = [id, changes]',
  },
  {
    name: 'the id of a break has no clocking',
    file: steps,
    find: 'const facts = [id, of.id, epochMs(of.start), ...subject.again(of.start)]',
    replace: 'const facts = [of.id, epochMs(of.start), ...subject.again(of.start)]',
  },
  {
    name: 'ids have no employee',
    file: 'lib/attendance/events/outbox.ts',
    find: 'id: eventId(draft.name, [state.employeeId, ...facts]),',
    replace: 'id: eventId(draft.name, facts),',
  },
  {
    name: 'the id of a removal has no moment',
    file: 'lib/attendance/missing/missing.ts',
    find: "    name: 'clocking-removed',\n    time: utc(at),\n    facts: [id, utc(at)],",
    replace: "    name: 'clocking-removed',\n    time: utc(at),\n    facts: [id],",
    test: 'test/attendance/steps.test.ts',
  },
  {
    name: 'the id of a withdrawal has no moment',
    file: 'lib/attendance/missing/missing.ts',
    find: "    name: 'absence-withdrawn',\n    time: utc(at),\n    facts: [id, utc(at)],",
    replace: "    name: 'absence-withdrawn',\n    time: utc(at),\n    facts: [id],",
    test: 'test/attendance/steps.test.ts',
  },
  {
    name: 'no revision when something is taken back',
    file: steps,
    find: 'revision: changes.some(needsNewIds) ? now : tracked.revision,',
    replace: 'revision: tracked.revision,',
  },
  {
    name: 'no revision when a removed clocking is back',
    file: steps,
    find: 'const revision = before === undefined ? firstRevision : now',
    replace: 'const revision = before === undefined ? firstRevision : before.revision',
  },
  {
    name: 'no revision when an absence is amended back to before it started or ended',
    file: absenceAmendment,
    find: 'revision: phase === before.phase ? quiet.revision : context.now,',
    replace: 'revision: quiet.revision,',
    test: 'test/promise/one-id/one-id-of-absences.test.ts',
  },
  {
    name: 'no revision for a break of long ago in a clocking that is new',
    file: 'lib/attendance/clockings/diff-clockings.ts',
    find: "firstRevision(state, 'clockings', firstMomentOf(answer), context)",
    replace: "firstRevision(state, 'clockings', epochMs(answer.start), context)",
    test: 'test/promise/one-id/breaks-of-old.test.ts',
  },
  {
    name: 'a clocking is forgotten before its last break is over',
    file: 'lib/attendance/clockings/clocking-times.ts',
    find: 'Math.max(epochMs(end ?? start), ...breaks.map((each) => epochMs(each.end ?? each.start)))',
    replace: 'Math.max(epochMs(end ?? start), ...breaks.map(() => 0))',
    test: 'test/promise/one-id/breaks-of-old.test.ts',
  },
  {
    name: 'no revision when an absence is moved',
    file: absenceAmendment,
    find: 'revision: isMoved ? context.now : before.revision,',
    replace: 'revision: before.revision,',
    test: 'test/promise/one-id/one-id-of-absences.test.ts',
  },
  {
    name: 'what may have been told before starts at the first revision',
    file: 'lib/attendance/forgotten.ts',
    find: 'return isOld || unaskedSince[kind] !== null ? now : 0',
    replace: 'return unaskedSince[kind] !== null ? now : 0',
  },
  {
    name: 'who returns starts at number 1',
    file: 'lib/attendance/roster.ts',
    find: '...newEmployee(employee.id, profile, since), ...retired }',
    replace: '...newEmployee(employee.id, profile, since) }',
    test: 'test/promise/upgrades/later-versions.test.ts',
  },
]
