import type { SourceMutant } from './source-mutant.ts'

const writer = 'lib/store/events/log-writer.ts'
const publishing = 'lib/polling/publishing/publish-to-log.ts'
const inTurn = 'lib/publishing/publish-and-hand-on.ts'

/** What makes the event log whole, and safe to be read by position. */
export const eventLogMutants: readonly SourceMutant[] = [
  {
    name: 'what was published is not appended to the event log',
    file: publishing,
    find: '      await append(lane, events, AbortSignal.timeout(longest))\n',
    replace: '',
    run: { seed: 46, employees: 3, days: 1, faults: [] },
  },
  {
    name: 'an outbox is cleared of what only SNS took',
    file: inTurn,
    find: 'acknowledged: two.acknowledged',
    replace: 'acknowledged: one.acknowledged',
    run: { seed: 6 },
  },
  {
    name: 'a writer takes the position of a segment of another',
    file: writer,
    find: '!(await store.create(lane, { position, ...segment }, expiry, signal))',
    replace: '(await store.create(lane, { position, ...segment }, expiry, signal)) === null',
    run: { seed: 6 },
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
]
