import { eventTypes } from './events.ts'
import type { Delivery } from './payloads.ts'

const types: ReadonlySet<unknown> = new Set(eventTypes)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasTexts = (json: Record<string, unknown>, keys: readonly string[]): boolean =>
  keys.every((key) => typeof json[key] === 'string')

const isSequence = (value: unknown): boolean => typeof value === 'string' && /^\d{20}$/.test(value)

/**
 * Says what form of event a JSON value is. It is taken to be what its type says: whoever signed it, or
 * whoever may publish on the topic, made it by the schemas.
 * @returns null where it is no event at all
 */
export const readDelivery = (json: unknown): Delivery | null => {
  if (!isObject(json) || json['specversion'] !== '1.0' || !isObject(json['data'])) return null
  if (!hasTexts(json, ['id', 'source', 'type', 'time', 'recordedtime'])) return null
  const event = json as never
  if (json['type'] === 'attendance.test') return { kind: 'test', event }
  if (!hasTexts(json, ['subject']) || !isSequence(json['sequence'])) return null
  if (!types.has(json['type'])) return { kind: 'unknown', event }
  return { kind: 'dataschema' in json ? 'full' : 'thin', event }
}
