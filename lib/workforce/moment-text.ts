/** A moment in epoch milliseconds; without an offset it is UTC (spec section 2.2). Not a number where it is no moment. */
export const epochMilliseconds = (dateTime: string): number =>
  Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`)
