import { TimeZone } from 'aws-cdk-lib'
import type { CronOptionsWithTimezone } from 'aws-cdk-lib/aws-scheduler'
import type { Digest } from '../lib/alerts/rules/alert-settings.ts'

/**
 * When a digest is sent, by the local clock of its zone.
 * @param fallbackZone the zone of digests that name none
 */
export const digestSchedule = (
  { at, days, timeZone }: Digest,
  fallbackZone: string,
): CronOptionsWithTimezone => {
  const [hour = '', minute = ''] = at.split(':').map((part) => String(Number(part)))
  return {
    hour,
    minute,
    weekDay: days === undefined ? '*' : days.map((each) => each.toUpperCase()).join(','),
    timeZone: TimeZone.of(timeZone ?? fallbackZone),
  }
}
