import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import type { Journal } from '../journal.ts'
import type { EngineProcess } from '../processes/engine.ts'
import type { System } from '../processes/system.ts'
import type { Workforce } from '../processes/workforce.ts'
import type { UntrueArea, Untruths } from '../truth/untruths.ts'
import type { ApiSpell, Kill, Plan, Victim } from './plan.ts'
import type { Fault } from './spells.ts'

/** What faults strike. */
export type Targets = {
  system: System
  dynamodb: EngineProcess
  messaging: EngineProcess
  workforce: Pick<Workforce, 'post' | 'remove' | 'get'>
  employees: readonly string[]
  /** Where it is noted when answers are not what they look like. */
  untruths: Untruths
  /** Waits until an event is seen, but not for long. */
  nextEvent: () => Promise<void>
}

/** How often each was done. */
export type Played = {
  kills: Record<Victim, number>
  spells: number
  /** How many requests were answered wrongly. */
  badAnswers: number
}

/** More requests than a spell can see. */
const always = 1_000_000

const Left = z.array(z.object({ times: z.number() }))

/** Kills, and starts again: an engine alone, the system alone, or all at one moment. */
export const strike = async (
  { victim, downtime }: Pick<Kill, 'victim' | 'downtime'>,
  { system, dynamodb, messaging }: Pick<Targets, 'system' | 'dynamodb' | 'messaging'>,
): Promise<void> => {
  const hit = victim === 'everything' ? [system, dynamodb, messaging] : []
  if (victim === 'system') hit.push(system)
  if (victim === 'dynamodb') hit.push(dynamodb)
  if (victim === 'messaging') hit.push(messaging)
  await Promise.all(hit.map((each) => each.restart(downtime)))
}

const untrueKinds: Record<string, UntrueArea> = {
  empty: 'records',
  stale: 'records',
  short: 'roster',
}

/** Notes what is untrue from now on. @returns notes that it is over */
const noteUntrue = (faults: readonly Fault[], untruths: Untruths): (() => void) => {
  const ends = faults.flatMap(({ kind, employeeId = null }) => {
    const area = untrueKinds[kind]
    return area === undefined ? [] : [untruths.begin(area, employeeId)]
  })
  return () => {
    for (const end of ends) end()
  }
}

/** @returns how many requests were answered wrongly */
const cast = async (
  { spell, length }: ApiSpell,
  { workforce, employees, untruths }: Targets,
): Promise<number> => {
  const faults = spell.faults(employees).map((fault) => ({ times: always, ...fault }))
  const isOver = noteUntrue(faults, untruths)
  for (const fault of faults) await workforce.post('faults', fault)
  await delay(length)
  const left = Left.parse(await workforce.get('faults'))
  await workforce.remove('faults')
  isOver()
  const sum = (all: { times: number }[]) => all.reduce((total, { times }) => total + times, 0)
  return sum(faults) - sum(left)
}

/** Lets everything go wrong that is planned, each at its time or, if that has passed, at once. */
export const play = async (
  { kills, spells }: Plan,
  targets: Targets,
  journal: Journal,
): Promise<Played> => {
  const began = Date.now()
  const played: Played = {
    kills: { system: 0, dynamodb: 0, messaging: 0, everything: 0 },
    spells: 0,
    badAnswers: 0,
  }
  const until = (at: number) => delay(Math.max(0, began + at - Date.now()))
  const killing = async () => {
    for (const kill of kills) {
      await until(kill.at)
      if (kill.onEvent) await targets.nextEvent()
      journal.note(`SIGKILL: ${kill.victim}, back ${kill.downtime} ms later`)
      await strike(kill, targets)
      played.kills[kill.victim] += 1
    }
  }
  const failing = async () => {
    for (const each of spells) {
      await until(each.at)
      journal.note(`API: ${each.spell.name}, for ${each.length / 1_000} s`)
      played.badAnswers += await cast(each, targets)
      played.spells += 1
      journal.note('API: well again')
    }
  }
  await Promise.all([killing(), failing()])
  return played
}
