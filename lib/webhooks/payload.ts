import type { AttendanceEvent } from '../attendance/events/events.ts'
import type { Webhook } from './webhook-settings.ts'

type WithId = { id: string }

const idAlone = (part: WithId | undefined): WithId | undefined => part && { id: part.id }

/** Of an event its type, its times and ids: nothing of a person but the id. */
const thin = ({ data, dataschema: _, ...envelope }: AttendanceEvent) => ({
  ...envelope,
  data: {
    employee: { id: data.employee.id },
    clocking: idAlone('clocking' in data ? data.clocking : undefined),
    break: idAlone('break' in data ? data.break : undefined),
    absence: idAlone('absence' in data ? data.absence : undefined),
  },
})

/** The bytes that are posted of an event, the same at every try. */
export const payloadOf = (event: AttendanceEvent, payload: Webhook['payload']): string =>
  JSON.stringify(payload === 'thin' ? thin(event) : event)
