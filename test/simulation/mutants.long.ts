import { expect, test } from 'vitest'
import { faultsOf } from './fault-selection.ts'
import { mutants } from './mutants.ts'
import { simulate } from './simulate.ts'
import type { FaultKind } from './system/fault-kinds.ts'
import type { Mutant } from './system/functions.ts'

/** What the alerts must bear, and little else, so that it strikes often. */
const ofAlerts: FaultKind[] = [
  'crash',
  'slack-outage',
  'slack-throttled',
  'channel-gone',
  'repeated-message',
  'late-message',
  'reply-lost',
  'pause',
]

/** A seed that fails without something: the one that is known to, else of so many; null where none does. */
const failingSeed = async (mutant: Mutant, seeds: number): Promise<number | null> => {
  const all = Array.from({ length: seeds }, (_, n) => n + 1)
  for (const seed of mutant.foundBy === undefined ? all : [mutant.foundBy, ...all]) {
    const scenario = {
      seed,
      employees: 8,
      days: 2,
      faults: mutant.alerts ? ofAlerts : faultsOf(seed),
    }
    if ((await simulate(scenario, { mutant })).violations.length > 0) return seed
  }
  return null
}

test.each(Object.entries(mutants))(
  'a seed fails without %s',
  async (_name, mutant) => {
    expect(await failingSeed(mutant, 60)).not.toBeNull()
  },
  120_000,
)
