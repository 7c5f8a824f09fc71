import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from './faults/plan.ts'
import { type Played, play, strike } from './faults/play.ts'
import { createJournal, type Journal } from './journal.ts'
import { startWorkforce } from './processes/workforce.ts'
import { prepareScript } from './script/script.ts'
import { type Stage, startStage } from './stage.ts'
import type { Finding } from './truth/compare.ts'
import { createLedger, type Ledger } from './truth/ledger.ts'
import { createUntruths } from './truth/untruths.ts'

export type TortureInput = {
  seed: number
  employees: number
  plan: Plan
  /** How long people go on, in milliseconds. */
  length: number
  /** How long to look for what should not be told, once all is told that should, likewise. */
  quiet: number
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
  ledger: Ledger
  /** How long the end took, in milliseconds. */
  caughtUpIn: number
  /** Where the tables, the messages and the log of the system are. */
  folder: string
}

/**
 * How long the system has at the end to tell what is due, in milliseconds: whom the API refused
 * twice is asked again after two minutes.
 */
const patience = 200_000
const progressEvery = 10_000

/** Waits until all that is due has been told, or patience ends. @returns how long it took */
const catchUp = async (ledger: Ledger): Promise<number> => {
  const began = Date.now()
  while (ledger.pending() > 0 && Date.now() - began < patience) await delay(200)
  return Date.now() - began
}

/** Tells now and then how far things have come. @returns ends it */
const showProgress = (ledger: Ledger, tell: (text: string) => void): (() => void) => {
  const timer = setInterval(() => {
    const { due, told, repeats } = ledger.counts()
    tell(`${told} events seen of ${due} due, ${repeats} repeats`)
  }, progressEvery)
  return () => clearInterval(timer)
}

/** Kills everything once more, and lets nothing fail any longer. */
const lastKill = async (stage: Stage, journal: Journal): Promise<void> => {
  journal.note('SIGKILL: everything, for the last time; nothing fails any more')
  await strike({ victim: 'everything', downtime: 0 }, stage)
}

/**
 * Runs the system in real processes while people work and processes are killed, until its
 * length is over; then kills everything once more, waits until the system has caught up, and
 * compares what was told with what was due.
 */
export const torture = async (input: TortureInput): Promise<TortureResult> => {
  const { seed, employees, plan, length, quiet, tell } = input
  const workforce = await startWorkforce(seed)
  const journal = createJournal(tell)
  const untruths = createUntruths()
  const ledger = createLedger(untruths)
  const over = new AbortController()
  let changes = 0
  const onChange = () => {
    changes += 1
  }
  const world = { seed, workforce, ledger, untruths, journal, over: over.signal, onChange }
  const script = await prepareScript(employees, world)
  const stage = await startStage(workforce, employees, journal, ledger.take)
  const { system, deaths, folder } = stage
  const endProgress = showProgress(ledger, tell)
  try {
    await system.untilWatching()
    tell(`${employees} people, ${changes} records in place; now things change and go wrong`)
    const targets = { ...stage, workforce, untruths, employees: script.employees }
    const living = script.run()
    const [played] = await Promise.all([play(plan, targets, journal), delay(length)])
    over.abort()
    await living
    await lastKill(stage, journal)
    played.kills.everything += 1
    const caughtUpIn = await catchUp(ledger)
    await delay(quiet)
    const findings = [...deaths, ...ledger.findings()]
    const lives = system.lives()
    const failedStarts = stage.failedStarts()
    const ends = { findings, lives, failedStarts, caughtUpIn, changes }
    return { ...ends, journal, played, ledger, folder }
  } finally {
    endProgress()
    await Promise.all([stage.close(), workforce.end()])
  }
}
