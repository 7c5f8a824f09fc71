import * as z from 'zod'
import { keyOf } from '../organisation/truth.ts'
import type { Acknowledged } from './meter.ts'

const withId = z.object({ id: z.string() })
const Message = z.object({
  type: z.string(),
  time: z.string(),
  data: z.object({ clocking: withId, break: withId.optional() }),
})

/** What SNS acknowledged: which change it was, and how long after it, in milliseconds. */
export type Told = { key: string; delay: number }

export const toldBy = ({ message, at }: Acknowledged): Told => {
  const { type, time, data } = Message.parse(JSON.parse(message))
  return {
    key: keyOf(type, (data.break ?? data.clocking).id),
    delay: at - Date.parse(time),
  }
}
