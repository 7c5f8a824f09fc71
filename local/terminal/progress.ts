import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ClientRequest } from 'node:http'

/** What is written to; a terminal, or not. */
export type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean }

/** Node's own word of every HTTP request that it begins to send. */
const requests = 'http.client.request.start'
const refresh = 100

const isRequest = (message: unknown): message is { request: ClientRequest } =>
  typeof message === 'object' &&
  message !== null &&
  'request' in message &&
  message.request instanceof ClientRequest

/** How the first roster and the first polls come along, in a line that is written over. */
export type ProgressLine = {
  /** Takes the line away, so that another can be written; the next refresh puts it back. */
  clear: () => void
  end: () => void
}

const nowhere: ProgressLine = { clear: () => {}, end: () => {} }

/**
 * Shows progress on a terminal; elsewhere nothing.
 * @param apiUrl of the Workforce API: calls to it are counted
 */
export const showProgress = (output: Output, apiUrl: string): ProgressLine => {
  if (!output.isTTY) return nowhere
  const { host } = new URL(apiUrl)
  let calls = 0
  let isShown = false
  const countCall = (message: unknown) => {
    if (isRequest(message) && message.request.getHeader('host') === host) calls += 1
  }
  subscribe(requests, countCall)
  const timer = setInterval(() => {
    output.write(`\rLoading the first roster: ${calls} API calls`)
    isShown = true
  }, refresh)
  const clear = () => {
    if (isShown) output.write('\r\u001b[K')
    isShown = false
  }
  return {
    clear,
    end: () => {
      clearInterval(timer)
      unsubscribe(requests, countCall)
      clear()
    },
  }
}
