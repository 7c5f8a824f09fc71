import { type Runtime, Session } from 'node:inspector/promises'
import type { SNSClient } from '@aws-sdk/client-sns'

const root = new URL('../../', import.meta.url)
const mark = 'a request to SNS'

/** The files of a stack, innermost first, with what it goes on from where something was awaited or put off. */
const filesIn = (stack: Runtime.StackTrace | undefined): string[] =>
  stack === undefined ? [] : [...stack.callFrames.map(({ url }) => url), ...filesIn(stack.parent)]

/**
 * The files of `lib` through which something comes to SNS, innermost first, each once, as paths in the
 * repository: who called whom, across everything asynchronous, at the last request of those that are made
 * while something is done.
 * @param client the class of the clients that are used
 */
export const callersOfSns = async (
  client: typeof SNSClient,
  work: () => Promise<unknown>,
): Promise<string[]> => {
  const session = new Session()
  session.connect()
  let files: string[] = []
  session.on('Runtime.consoleAPICalled', ({ params: { args, stackTrace } }) => {
    if (args[0]?.value === mark) files = filesIn(stackTrace)
  })
  await session.post('Runtime.enable')
  await session.post('Debugger.enable')
  await session.post('Debugger.setAsyncCallStackDepth', { maxDepth: 200 })
  const { send } = client.prototype
  client.prototype.send = function (...request: unknown[]) {
    // biome-ignore lint/suspicious/noConsole: the inspector hears of it, with its stack.
    console.trace(mark)
    return Reflect.apply(send, this, request)
  }
  await work()
  client.prototype.send = send
  session.disconnect()
  const own = files.filter((url) => url.startsWith(new URL('lib/', root).href))
  return [...new Set(own)].map((url) => url.slice(root.href.length))
}
