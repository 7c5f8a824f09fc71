import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Targets } from './faults/play.ts'
import type { Journal } from './journal.ts'
import { type EngineName, type EngineProcess, startEngine } from './processes/engine.ts'
import { createErrorLog } from './processes/error-log.ts'
import { startSystem } from './processes/system.ts'
import type { Workforce } from './processes/workforce.ts'
import { removalAfter, settingsFor } from './settings.ts'
import type { Finding } from './truth/compare.ts'

/** The processes of the system, and what they die of. */
export type Stage = Omit<Targets, 'workforce' | 'employees' | 'untruths'> & {
  /** The system's ends that nobody caused, and that are no failed starts. */
  deaths: Finding[]
  failedStarts: () => number
  /** Where the tables, the messages and the system's log are. */
  folder: string
  close: () => Promise<void>
}

/** How long to wait for an event that may not come, in milliseconds. */
const eventWithin = 4_000

const systemArgs = (
  folder: string,
  { baseUrl, clientId }: Workforce,
  engines: Record<EngineName, EngineProcess>,
): string[] => [
  ...['--api', baseUrl, '--client-id', clientId, '--settings', join(folder, 'settings.json')],
  ...['--data', join(folder, 'data'), '--json'],
  ...['--dynamodb', engines.dynamodb.endpoint, '--messaging', engines.messaging.endpoint],
  ...['--every', '1', '--absences-every', '2', '--roster-every', '3'],
  ...['--removal-after', String(removalAfter)],
]

const prepareFolder = async (apiUrl: string, employees: number): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'torture-'))
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settingsFor(apiUrl, employees)))
  return folder
}

const startEngines = async (folder: string): Promise<Record<EngineName, EngineProcess>> => {
  const [dynamodb, messaging] = await Promise.all([
    startEngine('dynamodb', join(folder, 'tables')),
    startEngine('messaging', join(folder, 'messages')),
  ])
  return { dynamodb, messaging }
}

/**
 * Starts the engines, each in a process of its own, and the system.
 * @param take takes a line of the system's stdout; whether it is news
 */
export const startStage = async (
  workforce: Workforce,
  employees: number,
  journal: Journal,
  take: (line: string) => boolean,
): Promise<Stage> => {
  const folder = await prepareFolder(workforce.baseUrl, employees)
  const engines = await startEngines(folder)
  const log = createErrorLog(join(folder, 'system.log'))
  const events = new EventEmitter()
  const deaths: Finding[] = []
  let failedStarts = 0
  const system = startSystem({
    args: systemArgs(folder, workforce, engines),
    clientSecret: workforce.clientSecret,
    onLine: (line) => {
      if (take(line)) events.emit('news')
    },
    onError: log.take,
    onDeath: (code, hadBegun) => {
      const text = `the system ended by itself with code ${code}: ${log.last()}`
      journal.note(text)
      if (hadBegun) deaths.push({ kind: 'died', employeeId: '', text, at: Date.now() })
      else failedStarts += 1
    },
  })
  return {
    system,
    ...engines,
    nextEvent: async () => {
      await once(events, 'news', { signal: AbortSignal.timeout(eventWithin) }).catch(() => {})
    },
    deaths,
    failedStarts: () => failedStarts,
    folder,
    close: async () => {
      await Promise.all([system, engines.dynamodb, engines.messaging].map((each) => each.end()))
      log.close()
    },
  }
}
