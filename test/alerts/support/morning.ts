import { epochMs, second, utc } from '../../../lib/attendance/moments.ts'
import { anId } from '../../harness/builders.ts'
import type { AlertWorld } from './alert-world.ts'
import { aClockIn } from './events.ts'

export const nine = '2026-11-20T09:00:00Z'
/** So many seconds after nine. */
export const later = (seconds: number): string => utc(epochMs(nine) + seconds * second)

/** 300 people clocking in within 5 minutes, each seen at once. */
export const morning = Array.from({ length: 300 }, (_, n) => aClockIn(n + 1, later(n)))
export const everyone = morning.map((_, n) => `Person${n + 1} Test`).sort()

/** Of whom Slack was told, as often as it was. */
export const namesTold = ({ slack }: AlertWorld): string[] =>
  slack
    .lines()
    .flatMap((line) => /(Person\d+ Test)/.exec(line)?.[1] ?? [])
    .sort()

/** A minute of the hour after nine, UTC. */
export const at = (minute: number): string => `2026-11-20T09:${String(minute).padStart(2, '0')}:00Z`

/** What an event of that minute has: its number among the employee's is that of the minute. */
export const seen = (n: number) => ({ time: at(n), id: anId(n, 9), sequence: n })

/** What each channel read, in order: `office: Amina …`. */
export const textsOf = ({ slack }: Pick<AlertWorld, 'slack'>): string[] =>
  slack.posts.map(({ path, message }) => `${path.split('/').at(-1)}: ${message.text}`)
