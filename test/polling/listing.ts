import { epochMs, minute, utc } from '../../lib/attendance/moments.ts'
import type { RosterPorts } from '../../lib/polling/roster/refresh.ts'
import { ServerError } from '../../lib/workforce/errors.ts'
import { anEmployee, anId } from '../harness/builders.ts'
import { now } from '../harness/memory-roster.ts'

/** A moment so many minutes after the rosters of these tests begin. */
export const at = (minutes: number) => utc(epochMs(now) + minutes * minute)

/** A list of employees that cannot be had. */
export const failing: RosterPorts['api'] = {
  listEmployees: () => {
    throw new ServerError('employees', 500)
  },
}

/** A list of these employees, and of some that cannot be read. */
export const showing = (ids: number[], unread: string[] = []): RosterPorts['api'] => ({
  listEmployees: async function* () {
    yield {
      records: ids.map((n) => anEmployee({ id: anId(n) })),
      rejected: unread.map((id) => ({ index: 0, id, problems: ['name: invalid_type'] })),
    }
  },
})
