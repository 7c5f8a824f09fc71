import { publishToLog } from '../../../lib/polling/publishing/publish-to-log.ts'
import type { Publish, PublishedEvent } from '../../../lib/publishing/publication.ts'
import { publishAndHandOn } from '../../../lib/publishing/publish-and-hand-on.ts'
import { createPace } from '../../../lib/publishing/publishing-pace.ts'
import { publishToTopic } from '../../../lib/publishing/topic.ts'
import { createLogWriter } from '../../../lib/store/events/log-writer.ts'
import type { Process } from '../system/process.ts'
import { memorySegmentStore, type OnLogged, type SegmentTable } from './segment-table.ts'
import { memoryTopic } from './topic.ts'

/**
 * Publishes to a topic and to the event log, both in memory, as a process does.
 * @param perSecond events to the topic by this process alone; null where nothing bounds them
 */
export const memoryPublisher = (
  { effect, now, sleep }: Process,
  segments: SegmentTable,
  topic: Parameters<typeof memoryTopic>[1],
  perSecond: number | null,
  onLogged: OnLogged,
): Publish<PublishedEvent> => {
  const clocks = { now, machineNow: now }
  const pace = perSecond === null ? undefined : createPace(perSecond, { now, wait: sleep })
  pace?.begin()
  const writer = createLogWriter(memorySegmentStore(segments, effect, onLogged), {
    days: 30,
    ...clocks,
  })
  return publishAndHandOn<PublishedEvent>(
    publishToTopic(memoryTopic(effect, topic), 'topic', pace),
    publishToLog(writer, now),
    now,
  )
}
