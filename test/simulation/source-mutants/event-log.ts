import type { SourceMutant } from './source-mutant.ts'

const writer = 'lib/store/events/log-writer.ts'
const reader = 'lib/store/events/log-reader.ts'
const publishing = 'lib/polling/publishing/publish-to-log.ts'
const inTurn = 'lib/publishing/publish-and-hand-on.ts'
const twice = 'test/store/events/given-twice.test.ts'
const presence = 'test/read-api/presence/expired-meanwhile.test.ts'

/** What makes the event log whole, and safe to be read by position. */
export const eventLogMutants: readonly SourceMutant[] = [
  {
    name: 'what was published is not appended to the event log',
    file: publishing,
    find: '      await append(lane, events, signal)\n',
    replace: '',
    run: { seed: 46, employees: 3, days: 1, faults: [] },
  },
  {
    name: 'an outbox is cleared of what only SNS took',
    file: inTurn,
    find: 'new Set([...done, ...two.acknowledged])',
    replace: 'new Set([...done, ...one.acknowledged])',
    run: { seed: 6 },
  },
  {
    name: 'a writer takes the position of a segment of another',
    file: writer,
    find: '!(await writeAfter(end))',
    replace: '(await writeAfter(end)) === null',
    run: { seed: 26 },
  },
  {
    name: 'a snapshot is numbered after what it says',
    file: 'lib/attendance/events/outbox.ts',
    find: '  const { sequence } = state\n  const facts',
    replace: '  const sequence = state.sequence + 5\n  const facts',
  },
  {
    name: 'a snapshot tells of clockings that have ended',
    file: 'lib/attendance/present-state.ts',
    find: '    if (!isOpen(tracked)) continue\n',
    replace: '',
  },
  {
    name: 'where events are kept for less time since, a position may be given twice',
    file: writer,
    find: '      await store.note(lane, { ...end, lastExpiry: expiry }, signal)\n',
    replace: '      void end\n',
    test: 'test/store/events/log-writer.test.ts',
  },
  {
    name: 'a writer takes no heed of for how long what another wrote before it is kept',
    file: writer,
    find: '      : noteIfShorter(lane, newest, expiry, signal)\n',
    replace: '      : newest\n',
    test: twice,
  },
  {
    name: 'a lane begins without a note',
    file: writer,
    find: 'lastExpiry: Number.POSITIVE_INFINITY',
    replace: 'lastExpiry: Number.NaN',
    test: twice,
  },
  {
    name: 'which positions are left out is not noted before the next is taken',
    file: writer,
    find: '    await store.note(lane, beyond, signal)\n',
    replace: '',
    test: twice,
  },
  {
    name: 'positions are left out though what was not noted is kept',
    file: writer,
    find: 'newest.last > tail.last && !canBeGone(newest)',
    replace: 'newest.last < 0',
    test: twice,
  },
  {
    name: 'who was where is told though the end of a lane is gone',
    file: reader,
    find: '    ? { segments, isAnyGone: true }\n',
    replace: '    ? { segments, isAnyGone: false }\n',
    test: presence,
  },
  {
    name: 'who was where is told though the start of a lane is gone',
    file: reader,
    find: 'previousAt === undefined ? before > 0 :',
    replace: 'previousAt === undefined || before === 0 ? before > 0 :',
    test: presence,
  },
  {
    name: 'who was where is not told where a lane has been silent for long',
    file: reader,
    find: 'endedAt === null || epochMs(endedAt) < writtenSince(moment)',
    replace: 'endedAt === null || moment < endedAt.slice(0, 0)',
    test: presence,
  },
  {
    name: 'what lies before something that is gone is not given first',
    file: 'lib/read-api/events/pull-events.ts',
    find: '      if (taken > 0) return answer(true)\n',
    replace: '',
    test: 'test/read-api/events/gone-events.test.ts',
  },
  {
    name: 'who reads on passes over what is gone and is not told',
    file: 'lib/read-api/events/lane-feed.ts',
    find: 'end === -1 ? [...segments] : segments.slice(0, end)',
    replace: 'end === 0 ? [] : [...segments]',
    test: 'test/read-api/events/gone-events.test.ts',
  },
  {
    name: 'who goes on beyond what is gone in one lane leaves out what is kept in others',
    file: 'lib/read-api/events/pull-events.ts',
    find: 'within: isGone ? null : within,',
    replace: 'within: null,',
    test: 'test/read-api/events/gone-events.test.ts',
  },
]
