import { redactAbsence } from '../events/privacy.ts'
import type { KnownAbsence } from '../state/state.ts'
import type { PollContext } from '../steps.ts'

/** An absence as events carry it. */
export const absenceData = (
  id: string,
  known: KnownAbsence,
  context: Pick<PollContext, 'employeeId' | 'rules' | 'zone'>,
) => ({
  id,
  employeeId: context.employeeId,
  timeZone: context.zone,
  ...redactAbsence(known, context.rules.privacy),
})
