import type { SourceMutant } from './source-mutant.ts'

const hanging = 'test/alerts/hangs-in-parts.test.ts'
const nextTurn = 'test/alerts/put-aside-next-turn.test.ts'

/** How long a message may take, and what becomes of a turn in which one was not taken. */
export const destinationTurnsMutants: readonly SourceMutant[] = [
  {
    name: 'where each wake is another no turn has failed before',
    file: 'lib/alerts/sending/send-parcel.ts',
    find: 'Math.max(turn.failedTurns ?? 0, failedTurns)',
    replace: 'turn.failedTurns ?? 0 * failedTurns',
    test: hanging,
  },
  {
    name: 'what comes after a mail that was refused comes at the pace of mails',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'isRefused ? Math.min(interval, afterRefusal) : interval',
    replace: 'interval',
    test: 'test/alerts/refused-in-parts.test.ts',
  },
  {
    name: 'a message that hangs again and again has no time left for its parts',
    file: 'lib/alerts/sending/send-parcel.ts',
    find: 'ofParts: 15_000',
    replace: 'ofParts: 600_000',
    test: hanging,
  },
  {
    name: 'what is to be put aside is not noted with what showed that',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'late.length > 0 ? agenda.afterwards().failing',
    replace: 'late.length < 0 ? agenda.afterwards().failing',
    test: nextTurn,
  },
  {
    name: 'what cannot be put into words ends the turn',
    file: 'lib/alerts/sending/send-parcel.ts',
    find: `  } catch {
    return null
  }`,
    replace: `  } catch (error) {
    throw error
  }`,
    test: 'test/alerts/fails-in-parts.test.ts',
  },
  {
    name: 'a channel that is slow is sent each message again and again',
    file: 'lib/alerts/sending/send-parcel.ts',
    find: 'first: 30_000',
    replace: 'first: 10_000',
    test: 'test/alerts/slow-channel.test.ts',
  },
  {
    name: 'a message that was answered too late is tried again with no more patience',
    file: 'lib/alerts/sending/send-parcel.ts',
    find: 'failed === 0 ? Math.min(left, answersWithin.first)',
    replace: 'failed >= 0 ? Math.min(left, answersWithin.first)',
    test: 'test/alerts/slow-channel.test.ts',
  },
  {
    name: 'one part of a roll call that is not taken keeps back the others',
    file: 'lib/alerts/sending/in-parts.ts',
    find: "if (first.kind !== 'sent') return first",
    replace: "if (first.kind === 'sent') return outcome",
    test: 'test/alerts/slack/outlet.test.ts',
  },
  {
    name: 'how long an answer may take is not what is asked for',
    file: 'lib/alerts/slack/outlet.ts',
    find: 'await post(address.url, message, within)',
    replace: 'await post(address.url, message)',
    test: 'test/alerts/slack/outlet.test.ts',
  },
  {
    name: 'a destination that takes something, and then asks to be left alone, counts as one that takes nothing',
    file: 'lib/alerts/sending/outcomes.ts',
    find: "!agenda.hasTaken() && { why: 'throttled' }",
    replace: "agenda.hasTaken() !== null && { why: 'throttled' }",
    test: 'test/alerts/throttled-for-long.test.ts',
  },
  {
    name: 'while nothing can be put aside nobody is told anything',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'agenda.notPutAside(late)',
    replace: 'throw error',
    test: nextTurn,
  },
]
