import { englishAlerts } from './en-alerts.ts'
import { digestWording, rollCallWording } from './en-digests.ts'
import type { Wording } from './wording.ts'

/** All that is said to people, in English. */
export const english: Wording = {
  ...englishAlerts,
  digest: digestWording,
  rollCall: rollCallWording,
}
