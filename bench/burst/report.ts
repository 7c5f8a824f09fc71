import { minute, second } from '../../lib/attendance/moments.ts'
import type { BusyCores } from '../measuring/usage.ts'
import type { BurstOptions } from './orders.ts'
import type { BurstResult } from './run.ts'

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / second)} s`

const coreRows = (usual: BusyCores, burst: BusyCores): [string, string][] => {
  const sum = ({ byPart }: BusyCores): number =>
    Object.values(byPart).reduce((all, busy) => all + busy, 0)
  return [
    ['cores busy, before', `${sum(usual).toFixed(2)} of ${usual.of}`],
    ['cores busy, until all was told', `${sum(burst).toFixed(2)} of ${burst.of}`],
    ...Object.entries(burst.byPart).map(([part, busy]): [string, string] => [
      `of those, with ${part}`,
      busy.toFixed(2),
    ]),
  ]
}

/** What a burst did, as a table in Markdown. */
export const burstTable = (options: BurstOptions, result: BurstResult): string => {
  const rows: [string, string][] = [
    ['employees', String(options.employees)],
    ['requests to the API a second, at most', String(options.requestsPerSecond)],
    ['clock-ins within a minute', String(result.due)],
    ['told', String(result.told)],
    ['lost', String(result.missed)],
    ['told and never happened', String(result.invented)],
    ['told more than once', String(result.repeated)],
    [
      'messages to SNS in the fullest second',
      `${result.mostInASecond} of ${options.messagesPerSecond}`,
    ],
    ['clock-in to SNS, p50', seconds(result.delayP50)],
    ['clock-in to SNS, p99', seconds(result.delayP99)],
    ['clock-in to SNS, at most', seconds(result.delayMost)],
    ['last told, after the minute', seconds(result.allToldAfter)],
    ['longest without an answer, before', seconds(result.usualAge)],
    ['longest without an answer, at worst', seconds(result.worstAge)],
    ['as before, after the minute', seconds(result.backAfter)],
    ['alert messages', String(result.alertMessages)],
    ...coreRows(result.usualCores, result.burstCores),
    ['CPU of all pollers, minutes', (result.pollersCpu / minute).toFixed(1)],
    ['peak memory of ten pollers, MB', String(Math.round(result.peakMemory))],
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  const cells = Math.max(...rows.map(([, cell]) => cell.length))
  const line = ([label, cell]: [string, string]) =>
    `| ${label.padEnd(width)} | ${cell.padStart(cells)} |`
  return [
    line(['', '']),
    `| ${'-'.repeat(width)} | ${'-'.repeat(cells - 1)}: |`,
    ...rows.map(line),
  ].join('\n')
}
