import { utc } from '../oracle/moments.ts'
import type { Invariant } from './context.ts'

/** What a later version of the code wrote stays as it is to the byte, until that works again. */
export const laterUntouched: Invariant = function* ({ observed }) {
  for (const { process, at, record, before, after } of observed.versions.touched) {
    const [kind, id = ''] = record.split(/ (?=\S+$)/)
    const what = after === null ? 'removed' : `made ${after.slice(0, 300)} of`
    const message = `${process} ${what} ${before.slice(0, 300)} at ${utc(at)}`
    yield { employeeId: kind?.endsWith('employee') ? id : null, message: `${record}: ${message}` }
  }
}
