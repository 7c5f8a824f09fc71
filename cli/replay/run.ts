import { isLoopback } from '../../lib/workforce/urls.ts'
import { RunFacts, replaysPath } from '../../local/replays/run-facts.ts'
import { OperatorError } from '../or-one-line.ts'
import { type AskForReplay, progressIn } from './function.ts'

/** Whether it is the address of a run, and no environment's name. */
export const isRun = (name: string): boolean => name.includes('://')

/** @throws {OperatorError} where it is not on this machine */
const addressOf = (url: string): string => {
  if (URL.canParse(url) && isLoopback(new URL(url).hostname)) return new URL(replaysPath, url).href
  throw new OperatorError(
    `${url}: must be an environment, or where a run on this machine takes replays: http://127.0.0.1:<port>`,
  )
}

const fetched = async (url: string, init?: RequestInit): Promise<unknown> => {
  const response = await fetch(addressOf(url), init).catch(() => null)
  if (response?.ok) return response.json()
  throw new OperatorError(
    response === null || response.status === 404
      ? `No run takes replays at ${url}: npm start -- --webhook <name>=<url> shows where it does`
      : `replay-events fails there (${response.status}): the run says why. What was sent is noted`,
  )
}

/** @throws {OperatorError} where no run is there */
export const factsOfRun = async (url: string): Promise<RunFacts> => {
  const facts = RunFacts.safeParse(await fetched(url))
  if (facts.success) return facts.data
  throw new OperatorError(`What answers at ${url} is no run of this version`)
}

/** Asks `replay-events` of a run on this machine. */
export const askRun =
  (url: string): AskForReplay =>
  async (invocation) =>
    progressIn(
      await fetched(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(invocation),
      }),
    )
