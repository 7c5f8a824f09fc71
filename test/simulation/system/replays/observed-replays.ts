import type { ReplayProgress } from '../../../../lib/store/events/replay-record.ts'
import type { EpochMs } from '../../oracle/moments.ts'
import type { Message } from '../../ports/topic.ts'

/** Events that were sent again, or a snapshot, as somebody saw it who watched the operator. */
export type ObservedReplay = {
  id: string
  request: ReplayProgress['request']
  begunAt: EpochMs
  /** The ids of what the event log had by then. */
  logged: ReadonlySet<string>
  /** Whether something was in the way of one of its runs. */
  isDisturbed: boolean
  /** How far it came in the end; null where that was never answered. */
  progress: ReplayProgress | null
  /** What a queue got of it, in order. */
  received: Message[]
}
