/**
 * The tables, defined once: the deployed stack and the local run both create them from here.
 * Key attributes are strings; `ttl` is in seconds since 1970.
 */
export const attendanceTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
} as const

/** Where each record lives in the table `attendance`. */
export const keys = {
  roster: 'ROSTER',
  rosterRecord: { pk: 'ROSTER', sk: 'ROSTER' },
  budget: { pk: 'ROSTER', sk: 'BUDGET' },
  shardPrefix: 'SHARD#',
  shard: (shardId: string) => ({ pk: 'ROSTER', sk: `SHARD#${shardId}` }),
  employeePrefix: 'EMPLOYEE#',
  employeesOf: (shardId: string) => `SHARD#${shardId}`,
  employee: (shardId: string, employeeId: string) => ({
    pk: `SHARD#${shardId}`,
    sk: `EMPLOYEE#${employeeId}`,
  }),
  retired: (employeeId: string) => ({ pk: 'RETIRED', sk: `EMPLOYEE#${employeeId}` }),
} as const

/** The name of the n-th shard, from 1: `0001`. */
export const shardName = (n: number): string => String(n).padStart(4, '0')

/**
 * The table `deliveries`: what waits for a destination, what has gone there, of which record, and what
 * follows on which.
 */
export const deliveriesTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
} as const

/** Where each record lives in the table `deliveries`; a destination is one word. */
export const deliveryKeys = {
  destination: (destination: string) => ({
    pk: `DESTINATION#${destination}`,
    sk: 'DESTINATION',
  }),
  waitingFor: (destination: string) => `WAITING#${destination}`,
  waiting: (destination: string, id: string) => ({ pk: `WAITING#${destination}`, sk: id }),
  notificationsOf: (record: string) => `TOLD#${record}`,
  /** No rule is called so: names of rules have no colon, and were keys before. */
  notification: (
    record: string,
    how: { destination: string; show: string; isByType: boolean },
  ) => ({
    pk: `TOLD#${record}`,
    sk: `${how.destination}#${how.show}${how.isByType ? '#by-type' : ''}`,
  }),
  cleared: (record: string, destination: string, overdue: string) => ({
    pk: `CLEARED#${record}`,
    sk: `${overdue}#${destination}`,
  }),
  followersOf: (record: string) => `FOLLOWERS#${record}`,
  follower: (record: string, id: string) => ({ pk: `FOLLOWERS#${record}`, sk: id }),
  delivered: (destination: string, id: string) => ({ pk: `DELIVERED#${destination}`, sk: id }),
} as const

/** By what a delivery to an endpoint is found: an event's id, and when that was seen, UTC. */
export type DeliveryPlace = { recordedtime: string; id: string }

/** Deliveries to endpoints are kept for so many days, and what waits at one that is stopped. */
const webhookDays = 30

/** When DynamoDB may drop a record of an endpoint, in seconds since 1970. */
export const expiryOf = (machineNow: number): number =>
  Math.ceil(machineNow / 1_000) + webhookDays * 24 * 3_600

/** When a delivery came, epoch milliseconds, by when it may be dropped. */
export const cameAt = (expiry: number): number => (expiry - webhookDays * 24 * 3_600) * 1_000

/** Where each record of an endpoint lives in the table `deliveries`. */
export const webhookKeys = {
  of: (webhook: string) => `WEBHOOK#${webhook}`,
  endpoint: (webhook: string) => ({ pk: `WEBHOOK#${webhook}`, sk: 'ENDPOINT' }),
  deliveryPrefix: 'DELIVERY#',
  /** In the order in which things were seen. */
  delivery: (webhook: string, { recordedtime, id }: DeliveryPlace) => ({
    pk: `WEBHOOK#${webhook}`,
    sk: `DELIVERY#${recordedtime}#${id}`,
  }),
  dueAt: (webhook: string) => `DUE#${webhook}`,
  /** In the order in which things are due. */
  due: (webhook: string, dueAt: string, { recordedtime, id }: DeliveryPlace) => ({
    pk: `DUE#${webhook}`,
    sk: `${dueAt}#${recordedtime}#${id}`,
  }),
  held: (webhook: string, subject: string) => ({ pk: `HELD#${webhook}`, sk: subject }),
} as const

/** The table `events`: the event log, in lanes of segments (docs/decisions/event-log.md). */
export const eventsTable = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
} as const

/** Where each record lives in the table `events`; positions sort as text. */
export const eventKeys = {
  lane: (lane: number): string => `LANE#${String(lane).padStart(2, '0')}`,
  position: (position: number): string => String(position).padStart(12, '0'),
  segment: (lane: number, position: number) => ({
    pk: eventKeys.lane(lane),
    sk: eventKeys.position(position),
  }),
  /** Before the first segment: which position was the last. */
  tail: (lane: number) => eventKeys.segment(lane, 0),
  replay: (id: string) => ({ pk: `REPLAY#${id}`, sk: 'PROGRESS' }),
} as const
