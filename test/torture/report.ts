import type { TortureResult } from './torture.ts'
import type { Finding } from './truth/compare.ts'

/** So many findings are told in full. */
const shown = 20
/** What happened so long before and after a finding is told with it, in milliseconds. */
const span = 15_000

const iso = (moment: number): string => new Date(moment).toISOString()

const describeFinding = (
  { kind, employeeId, text, at }: Finding,
  { journal }: TortureResult,
): string =>
  [
    `${kind.toUpperCase()} (employee ${employeeId || 'unknown'}): ${text}`,
    ...journal
      .around(employeeId, at, span)
      .map((entry) => `    ${iso(entry.at)}  ${entry.text.slice(0, 400)}`),
  ].join('\n')

/** Each thing that is wrong, with what was done to the employee and the system around it. */
export const describeFindings = (result: TortureResult): string => {
  const { findings, folder } = result
  if (findings.length === 0) return ''
  const rest = findings.length - shown
  return [
    ...findings.slice(0, shown).map((finding) => describeFinding(finding, result)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    `The log of the system, its tables and its messages are in ${folder}`,
  ].join('\n\n')
}

/** What was done and what came of it, in a few lines. */
export const describeResult = (result: TortureResult): string => {
  const { played, changes, lives, failedStarts, ledger, caughtUpIn, findings } = result
  const { due, optional, told, repeats } = ledger.counts()
  const { system, dynamodb, messaging, everything } = played.kills
  return [
    `${changes} changes; ${lives} lives of the system, ${failedStarts} of them failed to start`,
    `kills: system ${system}, DynamoDB ${dynamodb}, SNS and SQS ${messaging}, all at once ${everything}`,
    `API: ${played.spells} spells of failure, ${played.badAnswers} requests answered wrongly or late`,
    `events: ${due} due, ${optional} more that may be told, ${told} told, ${repeats} repeats; ` +
      `all told ${(caughtUpIn / 1_000).toFixed(1)} s after the last kill`,
    findings.length === 0 ? 'PASSED' : `FAILED: ${findings.length} findings`,
  ].join('\n')
}
