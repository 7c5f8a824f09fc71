import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from './faults/plan.ts'
import { type Played, play, strike, type Targets } from './faults/play.ts'
import { createJournal, type Journal } from './journal.ts'
import { type EngineProcess, startEngine } from './processes/engine.ts'
import { createErrorLog } from './processes/error-log.ts'
import { startSystem } from './processes/system.ts'
import { startWorkforce, type Workforce } from './processes/workforce.ts'
import { prepareScript } from './script/script.ts'
import { settingsFor } from './settings.ts'
import type { Finding } from './truth/compare.ts'
import { createLedger, type Ledger } from './truth/ledger.ts'

export type TortureInput = {
  seed: number
  employees: number
  plan: Plan
  /** How long people go on, in milliseconds. */
  length: number
  /** Told of what happens. */
  tell: (text: string) => void
}

export type TortureResult = {
  findings: Finding[]
  journal: Journal
  played: Played
  changes: number
  lives: number
  /** Starts that ended in an error, because of what was failing at the time. */
  failedStarts: number
  counts: ReturnType<Ledger['counts']>
  /** How long the end took, in milliseconds. */
  caughtUpIn: number
  /** Where the tables, the messages and the log of the system are; gone where all went well. */
  folder: string
}

/** How long the system has at the end to tell what is due, in milliseconds. */
const patience = 90_000
/** How long to look for what should not be told, once everything is. */
const quiet = 6_000
const progressEvery = 10_000

const systemArgs = (
  folder: string,
  { baseUrl, clientId }: Workforce,
  engines: Record<'dynamodb' | 'messaging', EngineProcess>,
): string[] => [
  ...['--api', baseUrl, '--client-id', clientId, '--settings', join(folder, 'settings.json')],
  ...['--data', join(folder, 'data'), '--json'],
  ...['--dynamodb', engines.dynamodb.endpoint, '--messaging', engines.messaging.endpoint],
  ...['--every', '1', '--absences-every', '2', '--roster-every', '3'],
]

const prepareFolder = async (apiUrl: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'torture-'))
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settingsFor(apiUrl)))
  return folder
}

const startEngines = async (folder: string) => {
  const [dynamodb, messaging] = await Promise.all([
    startEngine('dynamodb', join(folder, 'tables')),
    startEngine('messaging', join(folder, 'messages')),
  ])
  return { dynamodb, messaging }
}

/** Waits until all that is due has been told, or patience ends. @returns how long it took */
const catchUp = async (ledger: Ledger): Promise<number> => {
  const began = Date.now()
  while (ledger.pending() > 0 && Date.now() - began < patience) await delay(200)
  return Date.now() - began
}

/**
 * Runs the system in real processes while people work and processes are killed, until its
 * length is over; then kills everything once more, lets nothing fail any longer, and compares
 * what was told with what was due.
 */
export const torture = async (input: TortureInput): Promise<TortureResult> => {
  const { seed, employees, plan, length, tell } = input
  const workforce = await startWorkforce(seed)
  const folder = await prepareFolder(workforce.baseUrl)
  const engines = await startEngines(folder)
  const journal = createJournal(tell)
  const ledger = createLedger()
  const over = new AbortController()
  let changes = 0
  let failedStarts = 0
  const deaths: Finding[] = []

  const onChange = () => {
    changes += 1
  }
  const world = { seed, workforce, ledger, journal, over: over.signal, onChange }
  const script = await prepareScript(employees, world)
  const log = createErrorLog(join(folder, 'system.log'))
  const system = startSystem({
    args: systemArgs(folder, workforce, engines),
    clientSecret: workforce.clientSecret,
    onLine: ledger.take,
    onError: log.take,
    onDeath: (code, hadBegun) => {
      const text = `the system ended by itself with code ${code}: ${log.last()}`
      journal.note(text)
      if (!hadBegun) failedStarts += 1
      else deaths.push({ kind: 'died', employeeId: '', text, at: Date.now() })
    },
  })
  const targets: Targets = { system, ...engines, workforce, employees: script.employees }
  try {
    await system.untilWatching()
    tell(`Watching ${employees} people; faults begin`)
    const progress = setInterval(() => {
      const { due, told, repeats } = ledger.counts()
      tell(`${changes} changes, ${told} of ${due} events seen, ${repeats} repeats`)
    }, progressEvery)
    const living = script.run()
    const [played] = await Promise.all([play(plan, targets, journal), delay(length)])
    over.abort()
    await living
    clearInterval(progress)
    journal.note('SIGKILL: everything, for the last time; nothing fails any more')
    await strike({ victim: 'everything', downtime: 0 }, targets)
    played.kills.everything += 1
    const caughtUpIn = await catchUp(ledger)
    await delay(quiet)
    const findings = [...deaths, ...ledger.findings()]
    const counts = ledger.counts()
    const lives = system.lives()
    return {
      findings,
      journal,
      played,
      changes,
      lives,
      failedStarts,
      counts,
      caughtUpIn,
      folder,
    }
  } finally {
    await Promise.all([system.end(), engines.dynamodb.end(), engines.messaging.end()])
    await workforce.end()
    log.close()
  }
}
