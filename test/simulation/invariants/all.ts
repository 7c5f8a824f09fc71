import { absencesInDetail } from './absence-details.ts'
import { absencesAddUp } from './absences-add-up.ts'
import { absencesCorrected } from './absences-corrected.ts'
import { absencesGoOn } from './absences-go-on.ts'
import { absencesInTime } from './absences-in-time.ts'
import { absencesTold } from './absences-told.ts'
import { eventsAgree } from './agrees.ts'
import { allClearLast } from './alerts/all-clear-last.ts'
import { beginningsFirst } from './alerts/beginnings-first.ts'
import { digestsTold } from './alerts/digests-told.ts'
import { alertsInDetail } from './alerts/in-detail.ts'
import { alertsInOrder } from './alerts/in-order.ts'
import { alertsLastWord } from './alerts/last-word.ts'
import { listsLeaveOutNews } from './alerts/left-out.ts'
import { namesakesApart } from './alerts/namesakes.ts'
import { alertsOnce } from './alerts/once.ts'
import { alertsPrompt } from './alerts/prompt.ts'
import { putAsideRightly } from './alerts/put-aside.ts'
import { alertsTold } from './alerts/told.ts'
import { askedRightly } from './asked-rightly.ts'
import { absenceAttentionTold } from './attention-of-absences.ts'
import { attentionOnce } from './attention-once.ts'
import { attentionTold } from './attention-told.ts'
import { attentionWithCause } from './attention-with-cause.ts'
import { behindCounted } from './behind-counted.ts'
import { absencesByTheirClock } from './by-their-clock.ts'
import { clockingsAddUp } from './clockings-add-up.ts'
import { clockingsTold } from './clockings-told.ts'
import { createContext, type Invariant, type RunToCheck, type Violation } from './context.ts'
import { logIsWhole, pullMissesNothing } from './event-log.ts'
import { everyonePolled } from './everyone-polled.ts'
import { fairTurns } from './fair-turns.ts'
import { numbersWithoutGap, oneIdForOneChange } from './identity.ts'
import { lateSubscriberKnows } from './late-subscriber.ts'
import { laterUntouched } from './later-untouched.ts'
import { leavingTold } from './leaving-told.ts'
import { membershipTold } from './membership-told.ts'
import { namedRightly } from './named-rightly.ts'
import { nothingInvented } from './nothing-invented.ts'
import { observedBetween } from './observed-between.ts'
import { noSurprises, nothingHeldBack, outboxesEmpty } from './operation.ts'
import { alertsKeepPrivacy, privacyHolds } from './privacy.ts'
import { toldInTime } from './told-in-time.ts'
import { trueTimes } from './true-times.ts'
import { webhooksArrive, webhooksEnd } from './webhooks/arrive.ts'
import { webhooksGenuine } from './webhooks/genuine.ts'
import { webhooksInOrder } from './webhooks/in-order.ts'
import {
  webhooksFewAtOnce,
  webhooksObey,
  webhooksObeyOfEach,
  webhooksStopLate,
} from './webhooks/obeyed.ts'
import { webhooksOnce } from './webhooks/once.ts'
import { webhooksPaced } from './webhooks/paced.ts'
import { webhooksGivenUp, webhooksRecorded } from './webhooks/recorded.ts'
import { replaysDisturbNobody, replaysRepeat } from './webhooks/replayed.ts'
import { snapshotsComplete, snapshotsDisturbNobody } from './webhooks/snapshots.ts'
import { webhooksFailingReported, webhooksStop } from './webhooks/stopped.ts'
import { withinBudget } from './within-budget.ts'
import { withinQuota } from './within-quota.ts'

export type { Violation } from './context.ts'

/** Everything that must be true of every run, by its name. */
const invariants: Record<string, Invariant> = {
  'one change has one id, and one id one change': oneIdForOneChange,
  'sequence has no gap and no repeat': numbersWithoutGap,
  'what is told of a clocking adds up': clockingsAddUp,
  'what is told of an absence adds up': absencesAddUp,
  'what is told of an absence that lasts is all of what changed': absencesInDetail,
  'what is told of membership adds up to what is': membershipTold,
  'every clocking that an answer owes is told': clockingsTold,
  'whoever is well is told of in time': toldInTime,
  'everybody has a turn before others have had several': fairTurns,
  'what is observed lies between two answers': observedBetween,
  'nothing is asked beyond the limits of the API': askedRightly,
  'every absence that an answer owes is told': absencesTold,
  'a correction of an absence that was over lately is told': absencesCorrected,
  'an absence goes by the clock of where somebody is': absencesByTheirClock,
  'an absence that ended by a wrong clock goes on': absencesGoOn,
  'whoever has left is told of in time': leavingTold,
  'an event names its employee as they are called': namedRightly,
  'attention is called for once': attentionOnce,
  'what goes on for too long calls for attention': attentionTold,
  'who is in though absent, or not back, calls for attention': absenceAttentionTold,
  'attention is called for with cause, and from when there is one': attentionWithCause,
  'an event is of one person, and sorted by what it says': eventsAgree,
  'nothing that did not happen is told': nothingInvented,
  "time is the API's own": trueTimes,
  'privacy holds for every byte that leaves': privacyHolds,
  'each alert goes out, and none that nobody wants': alertsTold,
  'an alert is late only with a cause': alertsPrompt,
  'only what a destination does not take is put aside': putAsideRightly,
  'nobody hears of a correction before what it corrects': alertsInOrder,
  'nobody hears that something is over before it began, where both are due': beginningsFirst,
  'what was wrong, or is over, is nobody’s last word': alertsLastWord,
  'each digest goes out': digestsTold,
  'no alert goes out again without a cause': alertsOnce,
  'nobody hears of an end as news after the all-clear': allClearLast,
  'an alert shows as much as a rule allows': alertsInDetail,
  'a list that is too long leaves out news alone': listsLeaveOutNews,
  'namesakes are told apart': namesakesApart,
  'privacy holds for every byte that people get': alertsKeepPrivacy,
  'no event waits for the API': nothingHeldBack,
  'the outbox empties': outboxesEmpty,
  'each endpoint gets what it wants, and nothing else': webhooksArrive,
  'every webhook is genuine, and the same at every try': webhooksGenuine,
  'no webhook comes again without a cause': webhooksOnce,
  'an endpoint that wants order gets what is earlier first': webhooksInOrder,
  'webhooks are tried as the schedule says, whatever other endpoints do': webhooksPaced,
  'an endpoint is left alone where it asks for it, or is stopped': webhooksObey,
  'an endpoint is told nothing more of somebody with whom it asks for patience': webhooksObeyOfEach,
  'no endpoint has too many requests at once': webhooksFewAtOnce,
  'no endpoint is stopped for failing before five days': webhooksStopLate,
  'that an endpoint has failed for twelve hours is reported': webhooksFailingReported,
  'an endpoint that fails for five days is stopped': webhooksStop,
  'what is written of a delivery is what happened': webhooksRecorded,
  'a webhook is given up after ten tries, and kept for a person then': webhooksGivenUp,
  'nothing is left of the webhooks in the end': webhooksEnd,
  'a replay brings exactly what was asked for': replaysRepeat,
  'nobody is sent again what nobody asked for': replaysDisturbNobody,
  'a snapshot and the stream are the whole picture': snapshotsComplete,
  'nobody else is told of a snapshot': snapshotsDisturbNobody,
  'the event log has what the topic took, in order': logIsWhole,
  'whoever reads the event log by position misses nothing': pullMissesNothing,
  'who comes late and is told how things stand knows in the end': lateSubscriberKnows,
  'what a later version wrote stays as it is': laterUntouched,
  'whose record is of a later version is counted as behind': behindCounted,
  'no more is sent than the budget allows': withinBudget,
  'no more is published than the topic is to be sent': withinQuota,
  'nothing fails for a reason of its own': noSurprises,
  'that an absence has started, or is over, is told in time': absencesInTime,
  'in the end everyone is polled': everyonePolled,
}

/** Checks a run against every invariant. */
export const checkAll = (run: RunToCheck): Violation[] => {
  const context = createContext(run)
  return Object.entries(invariants).flatMap(([invariant, check]) =>
    [...check(context)].map((violation) => ({ invariant, ...violation })),
  )
}
