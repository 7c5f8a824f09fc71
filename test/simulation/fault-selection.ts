import { drawsOf } from '../../local/workforce-service/organisation/random.ts'
import {
  dateKinds,
  endKinds,
  type FaultKind,
  faultKinds,
  laterKinds,
  latestKinds,
  narrowKinds,
  zoneKinds,
} from './system/fault-kinds.ts'

/** What has alerts told late, in another order, twice, or not at all. */
export const alertKinds: FaultKind[] = [
  'picky-channels',
  'repeated-message',
  'late-message',
  'redeploy',
  'crash',
  'undone-corrections',
  'slack-outage',
]

/** The same, with the rules and the lists by which most of it shows. */
export const alertKindsAndRules: FaultKind[] = [
  ...alertKinds,
  'other-kinds',
  'long-lists',
  'gradual-release',
  'narrow-rules',
  'rules-of-ends',
]

export const isLatest = (kind: FaultKind): boolean => latestKinds.some((each) => each === kind)

/** What a seed has by its number. */
const byNumber: ReadonlySet<FaultKind> = new Set([
  'two-versions',
  'api-outage',
  'restless-pages',
  'log-trouble',
  ...laterKinds,
  ...latestKinds,
  ...dateKinds,
  ...narrowKinds,
  ...endKinds,
  ...zoneKinds,
])

/** Which faults a seed selects: none, all, or every other one; what goes by the seed's number aside. */
export const faultsOf = (seed: number): FaultKind[] => {
  const draws = drawsOf('simulation', seed, 'selection')
  const share = draws.pick([0, 0.2, 0.5, 0.5, 0.5, 1])
  return faultKinds.filter((kind) => draws.chance(share) && !byNumber.has(kind))
}

/** Which of the later kinds a seed has, if any. */
export const laterFaultsOf = (seed: number): FaultKind[] => {
  const draws = drawsOf('simulation', seed, 'later kinds')
  return seed % 9 === 3 || seed % 9 === 4 ? laterKinds.filter(() => draws.chance(0.5)) : []
}

/** Which of the latest kinds a seed has, if any. */
export const latestFaultsOf = (seed: number): FaultKind[] => {
  const draws = drawsOf('simulation', seed, 'latest kinds')
  return seed % 7 === 2 || seed % 7 === 5 ? latestKinds.filter(() => draws.chance(0.7)) : []
}

/** What is typed wrong of a seed's clockings, if anything. */
export const dateFaultsOf = (seed: number): FaultKind[] => (seed % 8 === 5 ? [...dateKinds] : [])

/** Whether a seed's rules are about some people, and some hours, alone. */
export const narrowFaultsOf = (seed: number): FaultKind[] =>
  seed % 8 === 2 || seed % 8 === 7 ? [...narrowKinds] : []

/** Whether there are rules of what ends alone. */
export const endFaultsOf = (seed: number): FaultKind[] =>
  seed % 8 === 1 || seed % 8 === 6 ? [...endKinds] : []

/** Whether clockings of a seed are noted in a wrong zone at the end of an absence. */
export const zoneFaultsOf = (seed: number): FaultKind[] => (seed % 8 === 3 ? [...zoneKinds] : [])
