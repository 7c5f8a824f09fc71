import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, minute } from '../oracle/moments.ts'
import {
  type Change,
  type CodeVersion,
  isLater,
  type RecordKind,
  recordKinds,
  today,
  type Worker,
} from '../ports/code-version.ts'
import type { FaultKind } from './fault-kinds.ts'
import type { Spell } from './faults.ts'
import type { Process } from './process.ts'

/** A record by its kind and id, such as `employee <id>` or `shard 0001`. */
export const recordName = (kind: RecordKind, id: string): string => `${kind} ${id}`

/** What became of two versions of the code at work on one table. */
export type VersionsSeen = {
  /** The processes that ran the later version. */
  later: Set<string>
  /** When each record was such as only the later version reads. */
  ahead: (Spell & { record: string })[]
  /** What processes of today's version did to such records. */
  touched: { process: string; at: EpochMs; record: string; before: string; after: string | null }[]
}

export const noVersionsSeen = (): VersionsSeen => ({ later: new Set(), ahead: [], touched: [] })

/** Which kinds of record a later version changes. */
const upgrades: readonly [RecordKind[], ...RecordKind[][]] = [
  ['employee'],
  ['employee'],
  ['employee', 'former employee'],
  ['employee', 'shard'],
  ['roster', 'former employee'],
  [...recordKinds],
]

type Options = {
  seed: number
  kinds: ReadonlySet<FaultKind>
  from: EpochMs
  to: EpochMs
  now: () => EpochMs
  counts: Map<string, number>
}

/**
 * Which version of the code each process runs: today's or the one after it, in spells that
 * begin at once or little by little, and later for one function than for another. In the end
 * the later one works, so that everything can be read.
 */
export const createVersions = ({ seed, kinds, from, to, now, counts }: Options) => {
  const draws = drawsOf('simulation', seed, 'versions')
  const seen = noVersionsSeen()
  const isOn = kinds.has('two-versions')
  const scale = to - from > 30 * day ? 20 : 1
  const ahead: CodeVersion = new Set(draws.pick(upgrades))
  const deployments = Array.from(
    { length: draws.whole(1, 4) },
    () => from + draws.unit() * (to - from),
  ).sort((a, b) => a - b)
  const beginsLater = draws.chance(0.3)
  /** How long the version before takes calls beside the one that was deployed. */
  const overlap = draws.pick([0, 10 * minute, 3 * hour, 12 * hour]) * scale
  const lagOf = new Map<string, number>()
  const isLaterNow = (what: string): boolean => {
    if (now() >= to) return true
    const lag = lagOf.get(what) ?? draws.pick([0, 0, 20 * minute, 6 * hour]) * scale
    lagOf.set(what, lag)
    const past = deployments.filter((at) => at <= now() - lag)
    const last = past.at(-1)
    const isDeployed = (past.length % 2 === 1) !== beginsLater
    const isMixed = last !== undefined && now() - lag < last + overlap
    return isMixed && draws.chance(0.5) ? !isDeployed : isDeployed
  }

  const versions = new Map<string, CodeVersion>()
  const versionOf = ({ name }: Process): CodeVersion => {
    const known = versions.get(name)
    if (known !== undefined) return known
    const [what = name] = name.split(' ')
    const version = isOn && isLaterNow(what) ? ahead : today
    versions.set(name, version)
    if (version === ahead) seen.later.add(name)
    return version
  }

  const note = (process: Process, { kind, id, before, after }: Change): void => {
    const record = recordName(kind, id)
    if (isLater(before) && versionOf(process) === today) {
      const [old, changed] = [JSON.stringify(before), after && JSON.stringify(after)]
      if (old !== changed)
        seen.touched.push({ process: process.name, at: now(), record, before: old, after: changed })
    }
    if (isLater(before) === isLater(after)) return
    const open = seen.ahead.findLast((each) => each.record === record)
    if (isLater(after)) seen.ahead.push({ record, from: now(), to: Number.POSITIVE_INFINITY })
    else if (open !== undefined) open.to = now()
    if (isLater(after)) counts.set('two-versions', (counts.get('two-versions') ?? 0) + 1)
  }

  return {
    seen,
    versionOf,
    /** A process as it works on the tables. */
    workerOf: (process: Process): Worker => ({
      version: versionOf(process),
      onChange: (change) => note(process, change),
    }),
  }
}
export type Versions = ReturnType<typeof createVersions>
