/** How long `replay-events` may run, in seconds: one slice of a replay, and a reserve. */
export const replayTimeoutSeconds = 120

/** A slice ends so long before the function's time is over, in milliseconds. */
export const sliceReserve = 60_000
