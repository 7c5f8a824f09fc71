import { createHash } from 'node:crypto'
import type { Credentials } from '../lib/workforce/access-token.ts'
import { createWorkforceClient } from '../lib/workforce/client.ts'
import { WorkforceError } from '../lib/workforce/errors.ts'
import { type Clock, createClock } from './clock.ts'
import type { RunRecord } from './data/run-record.ts'
import type { ApiOptions, BuiltInOptions, RunOptions } from './options.ts'
import { StartError } from './start-error.ts'
import { startWorkforceService } from './workforce-service/start.ts'

/** The Workforce API that a run polls, and the clock that the run goes by. */
export type Source = {
  apiUrl: string
  authUrl: string
  credentials: Credentials
  clock: Clock
  close: () => Promise<void>
}

/** How long the first questions may take, in milliseconds. */
const patience = 10_000

const firstPage = async (client: ReturnType<typeof createWorkforceClient>): Promise<void> => {
  const pages = client.listEmployees({ pageSize: 1 }, { deadline: Date.now() + patience })
  for await (const _page of pages) return
}

/**
 * Asks for a token and for one employee, so that what is wrong with the options shows at once.
 * @throws {StartError} where the API cannot be reached or refuses
 */
const checkApi = async ({ apiUrl, authUrl, clientId, clientSecret }: ApiOptions): Promise<void> => {
  try {
    const client = createWorkforceClient({
      baseUrl: apiUrl,
      authUrl,
      credentials: async () => ({ clientId, clientSecret }),
      requestsPerSecond: 10,
      timeouts: { connect: 3_000, headers: patience, body: patience },
    })
    await firstPage(client).finally(() => client.close())
  } catch (error) {
    if (error instanceof WorkforceError) throw new StartError(error.message)
    throw error
  }
}

const useApi = async (options: ApiOptions): Promise<Source> => {
  await checkApi(options)
  const { apiUrl, authUrl, clientId, clientSecret } = options
  return {
    apiUrl,
    authUrl,
    credentials: { clientId, clientSecret },
    clock: createClock(),
    close: async () => {},
  }
}

/** What the simulation of an earlier run in the same folder goes on from, epoch milliseconds. */
const savedMoment = (record: RunRecord, name: string): number => Number(record.fact(name) ?? 0)

/**
 * The simulated organisation is a function of seed, start and moment: with the start and the
 * clock of the run before it goes on as if it had never been away. A clock that had run ahead
 * of the real one stays ahead; real time that passed meanwhile has passed there as well.
 */
const startBuiltIn = async (
  { employees, seed, speed }: BuiltInOptions,
  record: RunRecord,
): Promise<Source> => {
  const now = Math.max(Date.now(), savedMoment(record, 'clock'))
  const startedAt = savedMoment(record, 'startedAt') || now
  record.keepFact('startedAt', String(startedAt))
  const clock = createClock({ now, speed })
  const service = await startWorkforceService({ port: 0, employees, seed, clock, startedAt })
  const keepClock = () => record.keepFact('clock', String(clock.now()))
  keepClock()
  const timer = setInterval(keepClock, 500)
  const { baseUrl: apiUrl, authUrl, clientId, clientSecret } = service
  return {
    apiUrl,
    authUrl,
    credentials: { clientId, clientSecret },
    clock,
    close: async () => {
      clearInterval(timer)
      keepClock()
      await service.close()
    },
  }
}

const describe = (source: RunOptions['source']): string =>
  source.kind === 'api'
    ? `--api ${source.apiUrl}`
    : `--employees ${source.employees} --seed ${source.seed}`

/** Whose state a folder holds; a client id says which organisation, and is not told. */
const identityOf = (source: RunOptions['source']): string =>
  source.kind === 'api'
    ? `${describe(source)} ${createHash('sha256').update(source.clientId).digest('hex')}`
    : describe(source)

const checkFolder = (source: RunOptions['source'], record: RunRecord): void => {
  const identity = record.fact('source')
  if (identity !== null && identity !== identityOf(source))
    throw new StartError(
      `--data: the folder holds a run with ${record.fact('sourceOptions')}, ` +
        `which cannot go on with ${describe(source)}; choose another folder`,
    )
}

/**
 * Connects the Workforce API of a run, or starts the built-in one.
 * @throws {StartError} where it cannot be used, or the folder holds the state of another
 */
export const openSource = async (
  source: RunOptions['source'],
  record: RunRecord,
): Promise<Source> => {
  checkFolder(source, record)
  const opened = await (source.kind === 'api' ? useApi(source) : startBuiltIn(source, record))
  record.keepFact('source', identityOf(source))
  record.keepFact('sourceOptions', describe(source))
  return opened
}
