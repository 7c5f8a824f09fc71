import { crashing, troubled } from './endpoint-runs.ts'
import type { SourceMutant } from './source-mutant.ts'

const slice = 'lib/replays/slice.ts'
const replay = 'lib/replays/replay-events.ts'
const targets = 'lib/replays/targets.ts'
const refusals = 'lib/replays/refusals.ts'
const refusedEvents = 'test/replays/refused-events.test.ts'

/** What makes a replay exactly the span, and a snapshot the whole picture, for one alone. */
export const replaysMutants: readonly SourceMutant[] = [
  {
    name: 'a replay of one event a second sends ten at once',
    file: slice,
    find: 'Math.min(10, Math.floor(perSecond))',
    replace: 'Math.min(10, Math.ceil(perSecond) + 10)',
    test: 'test/replays/pace.test.ts',
  },
  {
    name: 'each slice of a replay begins without regard to the one before',
    file: slice,
    find: 'let next = machineNow() + (size / perSecond) * 1_000',
    replace: 'let next = machineNow() + 0 * size',
    test: 'test/replays/pace.test.ts',
  },
  {
    name: 'a replay notes how far it is before it sends',
    file: slice,
    find: '          await inTurn(batch.length)\n          refusals = await sendAgain(request.to, batch)\n',
    replace:
      '          progress = { ...progress, within: progress.within + batch.length }\n          await slice.save()\n          progress = { ...progress, within: progress.within - batch.length }\n          await inTurn(batch.length)\n          refusals = await sendAgain(request.to, batch)\n',
    run: { seed: 3, ...crashing },
  },
  {
    name: 'a replay sends an event as often as the log has it',
    file: replay,
    find: 'if (seen.has(event.id) || !isWanted(event, request)) return false',
    replace: 'if (!isWanted(event, request)) return false',
    run: { seed: 54 },
  },
  {
    name: 'a replay goes past the end of its span',
    file: 'lib/store/events/log-reader.ts',
    find: 'return at >= epochMs(from) && at < epochMs(to)',
    replace: 'return at >= epochMs(from) && at < epochMs(to) + hour',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'a replay begins where its span was written, whatever the clocks',
    file: 'lib/store/events/log-reader.ts',
    find: 'epochMs(moment) - hour',
    replace: 'epochMs(moment) + hour',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'a slice that has no time sends nothing',
    file: slice,
    find: 'slice.isOver() && hasSent',
    replace: 'slice.isOver()',
    test: 'test/replays/replay-events.test.ts',
  },
  {
    name: 'whoever has more than a slice has time for is told from the start in each',
    file: 'lib/replays/tell-state.ts',
    find: 'if (progress().whose !== nameOf(state)) move',
    replace: 'move',
    test: 'test/replays/tell-state.test.ts',
  },
  {
    name: 'who was half told of goes on, whatever has changed',
    file: 'lib/replays/tell-state.ts',
    find: 'if (progress().whose !== nameOf(state)) move',
    replace: 'if (progress().whose === undefined) move',
    test: 'test/replays/tell-state.test.ts',
  },
  {
    name: 'a replay takes no heed of types',
    file: replay,
    find: '(types === null || types.includes(event.type)) &&',
    replace: '(types === null || types.length > 0) &&',
    run: { seed: 4, ...troubled },
  },
  {
    name: 'a replay leaves out the last lane',
    file: replay,
    find: 'lane < lanes.length; lane++',
    replace: 'lane < 1; lane++',
    run: { seed: 1, ...troubled },
  },
  {
    name: 'what is sent again to a queue is not marked',
    file: targets,
    find: "...(!isOfSnapshot(event) && { replayed: 'true' })",
    replace: '',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'an endpoint that has had an event does not get it again',
    file: targets,
    find: "'webhook' in target && !isOfSnapshot(event) ?",
    replace: 'target === null ?',
    run: { seed: 3, ...troubled },
  },
  {
    name: 'a dry run sends',
    file: slice,
    find: 'if (!request.isDryRun) {',
    replace: 'if (request.perSecond > 0) {',
    run: { seed: 1, ...troubled },
  },
  {
    name: 'a snapshot is marked as what was published before',
    file: targets,
    find: "attributes['snapshot'] === 'true'",
    replace: "attributes['snapshot'] === 'yes'",
    run: { seed: 1, ...troubled },
  },
  {
    name: 'a replay passes over what has expired without a word',
    file: 'lib/replays/replay-events.ts',
    find: 'if (kept.isAnyGone) move({ isPartlyGone: true })',
    replace: '',
    test: 'test/replays/expired-meanwhile.test.ts',
  },
  {
    name: 'a replay stops for ever at an event that the queue does not take',
    file: refusals,
    find: 'SenderFault && !isOfTheQueue.test(Code)',
    replace: 'SenderFault && isOfTheQueue.test(Code)',
    test: refusedEvents,
  },
  {
    name: 'a replay leaves out what a queue refuses from everybody',
    file: refusals,
    find: 'SenderFault && !isOfTheQueue.test(Code)',
    replace: 'SenderFault',
    test: refusedEvents,
  },
  {
    name: 'a replay leaves out what a queue fails to take for its own sake',
    file: refusals,
    find: 'SenderFault && !isOfTheQueue.test(Code)',
    replace: '!isOfTheQueue.test(Code)',
    test: refusedEvents,
  },
  {
    name: 'a batch that is refused as a whole is left out as a whole',
    file: targets,
    find: 'if (Entries.length === 1) return [{ ...refused, Id: Entries[0]?.Id }]',
    replace: 'return Entries.map(({ Id }) => ({ ...refused, Id }))',
    test: refusedEvents,
  },
  {
    name: 'what a queue took of a batch is sent once more with what it did not',
    file: targets,
    find: 'left = left.filter(({ Id }) => others.some((each) => each.Id === Id))',
    replace: '',
    test: refusedEvents,
  },
  {
    name: 'a FIFO queue may take an event of somebody before an earlier one of theirs',
    file: targets,
    find: '(isFifo && parts.at(-1)?.some(isOfOne(event)))',
    replace: '(isFifo && event.id === undefined)',
    test: refusedEvents,
  },
  {
    name: 'nobody is told what a queue refuses of a replay',
    file: slice,
    find: 'slice.move({ refused: refusedInAll(progress.refused, refusals) })',
    replace: '',
    test: refusedEvents,
  },
  {
    name: 'the note of a snapshot that is over names whom it told of last',
    file: 'lib/replays/tell-state.ts',
    find: "after: '', whose: undefined, within: 0",
    replace: "after: '', within: 0",
    test: 'test/replays/tell-state.test.ts',
  },
]
