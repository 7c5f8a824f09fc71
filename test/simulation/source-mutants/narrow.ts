import type { SourceMutant } from './source-mutant.ts'

const matching = 'lib/routing/matching.ts'

/** Of whom, and of which hours, a rule or an endpoint is told. */
export const narrowMutants: readonly SourceMutant[] = [
  {
    name: 'a route of some people is told of everybody',
    file: matching,
    find: '    where.employees?.some(',
    replace: '    where.employees?.every(',
  },
  {
    name: 'a route of some hours is told of all',
    file: matching,
    find: 'return where.hours === undefined || isWithin(',
    replace: 'return where.hours !== null || isWithin(',
  },
  {
    name: 'hours over midnight are of the day that they end on',
    file: matching,
    find: 'isOverMidnight && time < to ? local.subtract({ days: 1 }) : local',
    replace: 'local',
  },
  {
    name: 'the hours of a route go by the clock of the organisation',
    file: matching,
    find: 'isWithin(where.hours, event.time, zoneOfEvent(event, zone))',
    replace: 'isWithin(where.hours, event.time, zone)',
  },
]
