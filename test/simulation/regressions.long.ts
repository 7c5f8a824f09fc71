import { expect, test } from 'vitest'
import { alertKinds, alertKindsAndRules, isLatest } from './fault-selection.ts'
import { describeFailure } from './report.ts'
import { type Scenario, scenarioOf } from './scenario.ts'
import { simulate } from './simulate.ts'

type Regression = { seed: number; of: string }

/** Seeds that once failed, each with what was wrong. */
const regressions: Regression[] = [
  { seed: 26, of: 'a clocking that a correction brought back had the ids of its first telling' },
  { seed: 38, of: 'an empty second roster answer confirmed that somebody had left' },
  { seed: 97, of: 'an absence was forgotten at once where a correction made its times senseless' },
  { seed: 181, of: 'a second look for one clocking made others seem removed' },
  { seed: 68, of: 'an absence corrected to have ended days ago was told as withdrawn' },
  { seed: 14, of: 'a repeat of what people had been told used up the wake of what was new' },
  { seed: 65, of: 'what could not be read, or was not looked for everywhere, lost its doubt' },
  { seed: 27, of: 'a stale reading of one page took the place of one of two pages' },
  { seed: 794, of: 'what was not found for a day was looked for once a day where polls are rare' },
  {
    seed: 1_005,
    of: 'what a poll saved after its lease, and failed to finish, waited for half an hour',
  },
  { seed: 4_033, of: 'a slow API was never asked everywhere for what was gone' },
  { seed: 5_073, of: 'what was saved without the lease was in no memory of who had it meanwhile' },
  { seed: 10_050, of: 'a leaver was let go with a removal half seen' },
  { seed: 33_382, of: 'an absence that was withdrawn and came back was the baseline once more' },
  { seed: 32_485, of: 'who could not be read, and then not be saved, was new since then' },
  { seed: 32_682, of: 'whom only the first reading of a roster showed had left' },
  { seed: 32_471, of: 'while absences failed, their window moved on with that of clockings' },
  { seed: 41_758, of: 'what lost its id while it could not be read was none that is known' },
  { seed: 40_485, of: 'what had lost its id before the window was none that is known there' },
  { seed: 43_234, of: 'what had lost its id in one answer of a poll and not in another was two' },
  { seed: 49_275, of: 'the same wait behind an earlier webhook counted with each look at it' },
  { seed: 327, of: 'what was told, and moved to before the first run, was no news there' },
  { seed: 76_076, of: 'what was told to have ended, forgotten, and goes on was no news' },
  { seed: 440_253, of: 'what went while another one had lost its id was not told as removed' },
  { seed: 450_235, of: 'what had ended and was given a start after its end began once more' },
  { seed: 42_006, of: 'an older clocking that was back counted as the last' },
  { seed: 630_053, of: 'an all-clear came after what corrects it' },
  { seed: 630_094, of: 'what a correction follows on did not know of it while its run had died' },
]

/** The same, of six people and what goes wrong with alerts. */
const ofAlerts: Regression[] = [
  { seed: 70_008, of: 'after an outage one person used up the turns of all' },
  { seed: 70_054, of: 'a correction was told again where its original is told elsewhere' },
  {
    seed: 70_088,
    of: 'what had been told for the sake of what was put aside was not told after it',
  },
  { seed: 70_291, of: 'a correction showed that a channel takes nothing else, and came first' },
  { seed: 71_327, of: 'no turn knew of those that other wakes had asked for' },
  { seed: 71_457, of: 'what came last went by the clocks of machines' },
  { seed: 71_880, of: 'who was put to rest as they joined again waited for another roster' },
  { seed: 72_127, of: 'what was on its way took what waits by the same id with it' },
  { seed: 72_305, of: 'the oracle knew not why a correction is told once more' },
  { seed: 72_634, of: 'the oracle had what failed tried as often as ever' },
  { seed: 76_269, of: 'others were put aside for somebody with much that was refused' },
  { seed: 77_097, of: 'a run that died at the last try left a channel to its next event' },
  { seed: 77_099, of: 'messages joined again after an outage were told in another order' },
  { seed: 77_213, of: 'a channel that took something after hours was left alone for long again' },
  { seed: 78_185, of: 'an outage counted as failing at single things, for half an hour more' },
]

/** The same, with rules of some people, some hours and some kinds, and lists that are too long. */
const ofRules: Regression[] = [
  { seed: 121_341, of: 'a look at a channel that was well again tried nothing' },
  { seed: 126_805, of: 'what was tried often was put off by more than a quarter of an hour' },
  { seed: 127_400, of: 'what was tried often was put off for hours once the channel was well' },
  { seed: 129_047, of: 'a correction came before the parts of what it corrects' },
  { seed: 131_967, of: 'who read of a break was told of a correction of another one' },
  { seed: 140_032, of: 'what is late by its rule was read before how that began' },
  { seed: 134_503, of: 'two of whom a channel gave no answer had each turn to themselves' },
  { seed: 134_734, of: 'the oracle knew not that a break without an end ends with its clocking' },
  { seed: 136_174, of: 'what a release before wanted came after its correction, as last word' },
  {
    seed: 142_358,
    of: 'the oracle knew not that two rules may show of which kind an absence was and is',
  },
  { seed: 142_702, of: 'the oracle knew not that what is wanted for its kind may follow on more' },
  {
    seed: 148_416,
    of: 'the oracle took a start that is back for known, since the end was another',
  },
  { seed: 129_560, of: 'the oracle knew of no wait behind what is put aside after an outage' },
]

/** The same, of six people and whatever goes wrong. */
const ofSix: Regression[] = [
  { seed: 748_904, of: 'what was corrected before the first complete answer was so before' },
  {
    seed: 753_612,
    of: 'the oracle had what is there, and cannot be read, hold a window beside it',
  },
  { seed: 751_725, of: 'the oracle knew what was so before by sure answers alone' },
]

/** The longest of them takes a minute beside another one on two cores. */
const patience = 300_000

const passes = async (scenario: Scenario) => {
  expect(await describeFailure(await simulate(scenario))).toBe('')
}

/** A seed as it was before the latest kinds of faults came to those that it has. */
const asItWas = (seed: number): Scenario => {
  const scenario = scenarioOf(seed)
  return { ...scenario, faults: scenario.faults.filter((kind) => !isLatest(kind)) }
}

test.each(regressions)('seed $seed: $of', ({ seed }) => passes(asItWas(seed)), patience)

test.each(ofAlerts)('seed $seed of alerts: $of', ({ seed }) =>
  passes(scenarioOf(seed, { employees: 6, days: 2, faults: alertKinds })),
)

test.each(ofRules)('seed $seed of rules: $of', ({ seed }) =>
  passes(scenarioOf(seed, { employees: 6, days: 2, faults: alertKindsAndRules })),
)

test.each(ofSix)('seed $seed of six people: $of', ({ seed }) =>
  passes({ ...scenarioOf(seed), employees: 6, days: 2 }),
)
