import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** What is written to; a terminal, or not. */
export type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean }

/** The Workforce client's requests as undici tells of them. */
const requests = 'undici:request:create'
const refresh = 100

/**
 * Shows on a terminal how the first roster and the first polls come along; elsewhere nothing.
 * @returns ends it and clears its line
 */
export const showProgress = (output: Output): (() => void) => {
  if (!output.isTTY) return () => {}
  let calls = 0
  const countCall = () => {
    calls += 1
  }
  subscribe(requests, countCall)
  const timer = setInterval(
    () => output.write(`\rLoading the first roster: ${calls} API calls`),
    refresh,
  )
  return () => {
    clearInterval(timer)
    if (unsubscribe(requests, countCall)) output.write('\r\u001b[K')
  }
}
