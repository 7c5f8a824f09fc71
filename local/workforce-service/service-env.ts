import type { ServerResponse } from 'node:http'
import type { Records } from './records.ts'

/** What a request to the service comes with. */
export type ServiceEnv = {
  /** The connection that an answer goes out on; there is none without a server. */
  Bindings: { outgoing?: ServerResponse }
  /** What a listing shows: what is on record, unless a fault makes it something else. */
  Variables: { records: Records }
}
