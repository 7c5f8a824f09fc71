import { assumptions } from '../../cli/cost/assumptions.ts'
import { prices } from '../../cli/cost/prices.ts'
import { day, minute } from '../../lib/attendance/moments.ts'
import { pollShardMegabytes } from '../../lib/settings/memory.ts'
import { usualShardSize } from '../pollers/ours.ts'
import type { ScenarioFigures } from './figures.ts'

const daysPerMonth = 365 / 12
const pollsPerMonth = (daysPerMonth * day) / minute

/**
 * What polling and telling cost a month, in US dollars, at the speed that was measured: everyone is
 * polled every minute, with the memory and the events a day that `npm run cost` assumes.
 * @param idle figures of polls that find nothing
 * @param busy figures of polls that find something: what they use more, their events use
 */
export const monthlyDollars = (
  employees: number,
  idle: ScenarioFigures,
  busy: ScenarioFigures,
): number => {
  const { perUnit } = prices
  const gigabyteSeconds = (idle.wall / 1_000) * (pollShardMegabytes(usualShardSize) / 1_024)
  const poll =
    gigabyteSeconds * perUnit['Lambda, arm64, GB-second'] +
    Math.ceil(employees / usualShardSize) * perUnit['Lambda, request'] +
    idle.readUnits * perUnit['DynamoDB, read request unit'] +
    idle.writeUnits * perUnit['DynamoDB, write request unit']
  const eventsOfAPoll =
    Math.max(0, busy.readUnits - idle.readUnits) * perUnit['DynamoDB, read request unit'] +
    Math.max(0, busy.writeUnits - idle.writeUnits) * perUnit['DynamoDB, write request unit'] +
    busy.snsCalls * perUnit['SNS, publish']
  const events = employees * assumptions.eventsPerEmployeeAndDay * daysPerMonth
  return pollsPerMonth * poll + events * (eventsOfAPoll / busy.events)
}
