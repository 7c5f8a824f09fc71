import type {
  ReplayProgress,
  ReplayRequest,
  SnapshotRequest,
} from '../../lib/store/events/replay-record.ts'
import type { AskForReplay } from './function.ts'

type Say = (line: string) => void

const total = ({ counts }: ReplayProgress): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0)

/** The types that were counted, most first, each in a line. */
export const countLines = ({ counts }: ReplayProgress): string[] =>
  Object.entries(counts)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([type, count]) => `${String(count).padStart(8)}  ${type}`)

/** Where a replay goes, in a word. */
export const targetText = ({ to }: ReplayProgress['request']): string =>
  'webhook' in to ? `webhook ${to.webhook}` : to.queue

/** Which events are sent. */
const whichText = (request: ReplayProgress['request']): string =>
  'snapshot' in request
    ? 'tell how everyone is'
    : `were recorded from ${request.span.from} to before ${request.span.to}`

/** How far a replay is, in a line. */
export const progressText = (progress: ReplayProgress): string => {
  const { state, request, id } = progress
  const what = request.isDryRun ? 'counted' : `sent to ${targetText(request)}`
  return `${total(progress)} events ${what}${state === 'done' ? ', done' : ''} (${id})`
}

/** What the queue does not take, and why: how many events, and the first of them. */
export const refusedLines = ({ refused }: ReplayProgress): string[] =>
  refused === undefined
    ? []
    : [
        `${refused.count} events were refused by the queue for what they are, and left out${refused.count > refused.first.length ? '; the first' : ''}:`,
        ...refused.first.map(({ id, reason }) => `  ${id}  ${reason}`),
      ]

/** How far a replay is, and when that was noted, in some lines. */
export const statusLines = (progress: ReplayProgress): string[] => [
  progressText(progress),
  ...countLines(progress),
  ...refusedLines(progress),
  `begun ${progress.startedAt}, last noted ${progress.updatedAt}`,
]

/** Goes on with a replay until it is done, and says how far it is after each slice. */
export const goOn = async (
  begun: ReplayProgress,
  ask: AskForReplay,
  say: Say,
): Promise<ReplayProgress> => {
  let progress = begun
  if (progress.state === 'done') say(progressText(progress))
  while (progress.state !== 'done') {
    progress = await ask({ goOn: progress.id })
    say(progressText(progress))
  }
  for (const line of refusedLines(progress)) say(line)
  return progress
}

/**
 * Counts what a replay would send, and sends it where that is wished.
 * @param send the command that sends it, where it is only counted; null to send it
 * @param resume the command that goes on with it, but for its id
 */
export const replay = async (
  request: Omit<ReplayRequest, 'isDryRun'> | Omit<SnapshotRequest, 'isDryRun'>,
  { send, resume }: { send: string | null; resume: string },
  ask: AskForReplay,
  say: Say,
): Promise<void> => {
  const dry = await goOn(await ask({ begin: { ...request, isDryRun: true } }), ask, () => {})
  say(`${total(dry)} events ${whichText(dry.request)}`)
  if (dry.unreadable > 0)
    say(
      `${dry.unreadable} ${'snapshot' in request ? 'people' : 'events'} cannot be read, and are left out: docs/operations.md#alarm-state-unreadable`,
    )
  if (dry.isPartlyGone)
    say('Some of what was published then or since is no longer kept: that cannot be sent again')
  for (const line of countLines(dry)) say(line)
  if (total(dry) === 0) return
  if (send !== null)
    return say(`Nothing was sent. To send them to ${targetText(dry.request)}: ${send}`)
  const seconds = Math.ceil(total(dry) / request.perSecond)
  const begun = await ask({ begin: { ...request, isDryRun: false } })
  say(`Sending for about ${seconds} s. Broken off, it goes on with: ${resume} ${begun.id}`)
  await goOn(begun, ask, say)
}
