import type { Invariant } from './context.ts'

/** Nothing is asked that the API refuses for its limits (spec section 8). */
export const askedRightly: Invariant = function* ({ observed }) {
  for (const { process, operation, employeeId, range, failure } of observed.answers)
    if (failure === '422') {
      const message = `${process} asked for ${operation} from ${range.from} to ${range.to}`
      yield { employeeId, message }
    }
}
