import type { AttendanceEvent, Envelope } from './events.ts'

type WithId = { id: string }

/** What an event is about, by its id alone. */
type Ids<Data> = { [Key in keyof Data & ('clocking' | 'break' | 'absence')]: WithId }

type ThinOf<Event extends AttendanceEvent> = Event extends unknown
  ? Omit<Event, 'dataschema' | 'data'> & { data: { employee: WithId } & Ids<Event['data']> }
  : never

/** An event as an endpoint with `payload: "thin"` gets it: its type, its times and ids, and no more. */
export type ThinEvent = ThinOf<AttendanceEvent>

/** What an operator sends to see whether an endpoint is reached. It is about nobody. */
export type TestEvent = Omit<Envelope, 'subject' | 'sequence' | 'baseline'> & {
  type: 'attendance.test'
  data: Record<string, never>
}

/** An event of a type that came after this version of the package. */
export type UnknownEvent = Envelope & { type: string; data: unknown }

/** What was posted, and in which form: `kind` says it. */
export type Delivery =
  | { kind: 'full'; event: AttendanceEvent }
  | { kind: 'thin'; event: ThinEvent }
  | { kind: 'test'; event: TestEvent }
  | { kind: 'unknown'; event: UnknownEvent }
