import { Agent } from 'node:http'
import pLimit from 'p-limit'
import { hour, utc } from '../../lib/attendance/moments.ts'
import { operations } from '../../lib/workforce/contract/operations.ts'
import { employeeIdOf } from '../organisation/day.ts'
import { bareCall } from './bare-call.ts'
import type { MeasuredPoller, World } from './poller.ts'

/** Asks about everyone and does nothing with the answers: what no poller can be cheaper than. */
export const bare = ({ url, employees, inFlight, now, meter }: World): MeasuredPoller => {
  const agent = new Agent({ keepAlive: true })
  const address = new URL(operations.clockings.path, url)
  const limit = pLimit(inFlight)
  const ids = Array.from({ length: employees }, (_, employee) => employeeIdOf(employee))
  const ask = async (employeeId: string): Promise<void> => {
    meter.onRequest('clockings')
    const window = { from: utc(now() - 24 * hour), to: utc(now()) }
    await bareCall(agent, address, { filters: { employeeId, ...window } })
  }
  return {
    prepare: async () => {},
    poll: async () => {
      await limit.map(ids, ask)
    },
  }
}
