import { unreadAfter } from '../../../lib/attendance/missing/unread.ts'
import type { UnreadRecords } from '../../../lib/attendance/missing/unread-records.ts'
import { day, epochMs, utc } from '../../../lib/attendance/moments.ts'
import type { Range } from '../../../lib/attendance/snapshot.ts'

export const at = (time: string) => `2026-11-18T${time}:00Z`
export const now = epochMs(at('18:00'))
export const reach = now - 90 * day
export const window: Range = { from: now - day, to: now }
export const inWindow = { from: utc(window.from), to: utc(window.to) }

export const remembered = (overrides: Partial<UnreadRecords> = {}): UnreadRecords => ({
  ids: {},
  others: null,
  tries: 0,
  retryAt: at('18:01'),
  ...overrides,
})
export const old = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }
export const oldEntry = { ...old, missingSince: null, isHarmless: false }
export const oldRange: Range = { from: epochMs(old.from), to: epochMs(old.to) }

export type Answer = {
  shown?: string[]
  unread?: string[]
  /** Which of the unread are shown by an answer beside the window that is not known to be whole. */
  unsure?: string[]
  /** What one question shows and another one does not. */
  lost?: string[]
  askedAgain?: Range | null
  /** Which of the unread are shown where something was asked for again alone. */
  beside?: string[]
}
export const kept = (
  before: UnreadRecords | null,
  {
    shown = [],
    unread = [],
    unsure = [],
    lost = [],
    askedAgain = null,
    beside = unread,
  }: Answer = {},
  {
    isComplete = true,
    moment = now,
    lacked = [] as string[],
    lackedTwins = [] as string[],
    isWhole = true,
    lackedElsewhere = [] as string[],
    forgottenBefore = null as string | null,
  } = {},
) => {
  const records = shown.map((id) => ({ id }))
  const shared = { isInDoubt: false, isWide: true, forgetBefore: window.from, reach }
  const again = askedAgain && { ...askedAgain, isWhole }
  const places = Object.fromEntries(askedAgain === null ? [] : beside.map((id) => [id, askedAgain]))
  const answer = {
    ...shared,
    records,
    unread,
    places,
    unsure,
    lost,
    lackedElsewhere,
    isComplete,
    askedAgain: again,
  }
  return unreadAfter({
    before,
    shown: answer,
    window,
    now: moment,
    lacked,
    lackedTwins,
    forgottenBefore,
  })
}
