import { absencesMutants } from './absences.ts'
import { afterOutagesMutants } from './after-outages.ts'
import { alertsMutants } from './alerts.ts'
import { askingMutants } from './asking.ts'
import { attentionMutants } from './attention.ts'
import { backAgainMutants } from './back-again.ts'
import { budgetMutants } from './budget.ts'
import { destinationTurnsMutants } from './destination-turns.ts'
import { destinationWakesMutants } from './destination-wakes.ts'
import { digestsMutants } from './digests.ts'
import { endedAbsencesMutants } from './ended-absences.ts'
import { endpointPausesMutants } from './endpoint-pauses.ts'
import { eventLogMutants } from './event-log.ts'
import { failingInPartsMutants } from './failing-in-parts.ts'
import { followUpMutants } from './follow-ups.ts'
import { forgettingMutants } from './forgetting.ts'
import { heldUpMutants } from './held-up.ts'
import { hiddenMutants } from './hidden.ts'
import { identityMutants } from './identity.ts'
import { inFullMutants } from './in-full.ts'
import { kindsMutants } from './kinds.ts'
import { lastWordMutants } from './last-word.ts'
import { leaversMutants } from './leavers.ts'
import { leftOutMutants } from './left-out.ts'
import { letGoMutants } from './let-go.ts'
import { mailsMutants } from './mails.ts'
import { namelessMutants } from './nameless.ts'
import { nameMutants } from './names.ts'
import { narrowMutants } from './narrow.ts'
import { observedMutants } from './observed.ts'
import { operationsMutants } from './operations.ts'
import { outagesMutants } from './outages.ts'
import { partsMutants } from './parts.ts'
import { publishingMutants } from './publishing.ts'
import { putAsideMutants } from './put-aside.ts'
import { recordsMutants } from './records.ts'
import { removalMutants } from './removal.ts'
import { replaysMutants } from './replays.ts'
import { restingMutants } from './resting.ts'
import { rosterMutants } from './roster.ts'
import type { SourceMutant } from './source-mutant.ts'
import { versionsMutants } from './versions.ts'
import { vouchingMutants } from './vouching.ts'
import { warmMutants } from './warm.ts'
import { webhookTriesMutants } from './webhook-tries.ts'
import { webhooksMutants } from './webhooks.ts'
import { wordingMutants } from './wording.ts'
import { wrongClocksMutants } from './wrong-clocks.ts'
import { wrongDateMutants } from './wrong-dates.ts'
import { zonesMutants } from './zones.ts'

/** Every rule that keeps the promise, taken away one at a time. */
export const sourceMutants: readonly SourceMutant[] = [
  ...absencesMutants,
  ...alertsMutants,
  ...destinationWakesMutants,
  ...lastWordMutants,
  ...putAsideMutants,
  ...destinationTurnsMutants,
  ...afterOutagesMutants,
  ...failingInPartsMutants,
  ...followUpMutants,
  ...askingMutants,
  ...heldUpMutants,
  ...digestsMutants,
  ...endedAbsencesMutants,
  ...endpointPausesMutants,
  ...eventLogMutants,
  ...attentionMutants,
  ...backAgainMutants,
  ...budgetMutants,
  ...forgettingMutants,
  ...identityMutants,
  ...kindsMutants,
  ...leaversMutants,
  ...leftOutMutants,
  ...mailsMutants,
  ...letGoMutants,
  ...hiddenMutants,
  ...inFullMutants,
  ...nameMutants,
  ...narrowMutants,
  ...namelessMutants,
  ...observedMutants,
  ...operationsMutants,
  ...outagesMutants,
  ...partsMutants,
  ...publishingMutants,
  ...recordsMutants,
  ...removalMutants,
  ...replaysMutants,
  ...restingMutants,
  ...rosterMutants,
  ...versionsMutants,
  ...vouchingMutants,
  ...warmMutants,
  ...webhooksMutants,
  ...webhookTriesMutants,
  ...wordingMutants,
  ...wrongClocksMutants,
  ...wrongDateMutants,
  ...zonesMutants,
]
