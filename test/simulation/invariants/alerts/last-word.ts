import { type EpochMs, utc } from '../../oracle/moments.ts'
import { tellingsIn } from '../../system/observed.ts'
import type { Invariant } from '../context.ts'
import { followed } from './followed.ts'

/**
 * Nobody is left with what was wrong, or is over, as the last word: whatever puts that right is told after it, or with it, once more
 * where it was told before.
 */
export const alertsLastWord: Invariant = function* (context) {
  const { alerts } = context.observed
  const lastTold = new Map<string, EpochMs>()
  /** What a killed sender had on its way may arrive long after. */
  const lastToldByLiving = new Map<string, EpochMs>()
  for (const said of alerts.said)
    for (const telling of tellingsIn(said)) {
      lastTold.set(telling, said.at)
      const isKilled = alerts.ends.get(said.process)?.outcome.kind === 'killed'
      if (!isKilled) lastToldByLiving.set(telling, said.at)
    }
  const tellings = new Set(alerts.said.flatMap(tellingsIn))
  for (const { subject, of, tellings: puttingRight } of followed(context, tellings).owed) {
    const toldAt = lastToldByLiving.get(of)
    const rightAt = puttingRight.flatMap((each) => lastTold.get(each) ?? [])
    if (toldAt === undefined || rightAt.length === 0) continue
    if (Math.max(...rightAt) >= toldAt) continue
    yield {
      employeeId: subject,
      message: `${of} was told at ${utc(toldAt)}, and ${puttingRight.join(' or ')} before that, at ${utc(Math.max(...rightAt))}`,
    }
  }
}
