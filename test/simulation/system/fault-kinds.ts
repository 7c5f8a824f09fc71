/** What two seeds of nine may have. */
export const laterKinds = [
  'bulk-corrections',
  'long-absences',
  'late-breaks',
  'nameless-people',
  'everyone-refused',
  'other-zones',
  'clockings-refused',
  'twins',
  'zone-names',
  'far-records',
  'hanging-people',
  'picky-channels',
  'early-ends',
] as const

/** What two seeds of seven may have. */
export const latestKinds = ['other-kinds', 'long-lists', 'gradual-release'] as const

/** Rules and endpoints are about some people, or some hours, alone. */
export const narrowKinds = ['narrow-rules'] as const

/** Rules that name what ends, and is gone, and not what begins. */
export const endKinds = ['rules-of-ends'] as const

/** Clockings on the last day of a holiday are noted in another zone for a while. */
export const zoneKinds = ['wrong-zones'] as const

/** What one seed of eight has. */
export const dateKinds = ['wrong-dates'] as const

/** All that can go wrong; each run has its own selection. */
export const faultKinds = [
  'crash',
  'request-lost',
  'reply-lost',
  'repeated-write',
  'throttled-store',
  'partial-batch',
  'topic-outage',
  'stale-read',
  'repeated-message',
  'slow-store',
  'pause',
  'clock-offset',
  'clock-step',
  'employee-refused',
  'api-storm',
  'api-flicker',
  'token-refused',
  'api-throttled',
  'slow-api',
  'shifted-pages',
  'repeated-page',
  'other-order',
  'bad-record',
  'suspicious-roster',
  'downtime',
  'redeploy',
  'slack-outage',
  'slack-throttled',
  'channel-gone',
  'long-outage',
  'roster-outage',
  'far-corrections',
  'moved-owner',
  'split-breaks',
  'hidden-records',
  'unreadable-records',
  'empty-answers',
  'stale-answers',
  'failing-people',
  'throttled-people',
  'absences-refused',
  'slow-service',
  'short-roster',
  'broken-employee',
  'full-people',
  'unreadable-items',
  'unreadable-shards',
  'topic-hangs',
  'two-versions',
  'undone-corrections',
  'refused-leavers',
  'unreadable-people',
  'nameless-records',
  'renewed-clockings',
  'punctual-people',
  'stale-rosters',
  'late-message',
  'lost-ids',
  'api-outage',
  'restless-pages',
  'log-trouble',
  'late-tick',
  'api-limit',
  'endpoint-outage',
  'endpoint-gone',
  'endpoint-throttled',
  'endpoint-slow',
  'endpoint-refuses',
  'key-rotation',
  ...laterKinds,
  ...latestKinds,
  ...dateKinds,
  ...narrowKinds,
  ...endKinds,
  ...zoneKinds,
] as const
export type FaultKind = (typeof faultKinds)[number]

export const isFaultKind = (kind: string): kind is FaultKind =>
  faultKinds.some((each) => each === kind)
