import { isDeepStrictEqual } from 'node:util'
import type { Webhook } from '../../../../lib/webhooks/webhook-settings.ts'
import { isAboutKind } from '../alerts/wanted.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const idAlone = (value: unknown): Json | undefined =>
  isObject(value) ? { id: value['id'] } : undefined

/** All that a thin event says. */
const thin = ({ dataschema: _, data, ...envelope }: Json): Json => {
  const parts = ['employee', 'clocking', 'break', 'absence'].flatMap((name) => {
    const part = idAlone(isObject(data) ? data[name] : undefined)
    return part === undefined ? [] : [[name, part] as const]
  })
  return { ...envelope, data: Object.fromEntries(parts) }
}

/** What is left out wherever it stands. */
const personal = ['note', 'email', 'payrollNumber']
const ofAnyAbsence = ['id', 'employeeId', 'timeZone', 'start', 'end']

/** Whether a field may be left out for an endpoint. */
const mayLack = (path: readonly string[], { show }: Webhook): boolean => {
  const [, parent, field = ''] = path
  if (personal.includes(path.at(-1) ?? '')) return true
  if (parent === 'changes') return true
  if (parent !== 'absence') return false
  return !ofAnyAbsence.includes(field) && (field !== '$type' || show === 'opaque')
}

/** A change as an endpoint gets it: what an absence was that it is not told of, it does not get. */
const shownChange = (change: unknown, webhook: Webhook): unknown => {
  if (!isObject(change) || change['field'] !== '$type') return change
  const { before } = change
  return isAboutKind(webhook, String(before)) ? change : { ...change, before: null }
}

const compared = (
  original: unknown,
  sent: unknown,
  path: readonly string[],
  webhook: Webhook,
): string[] => {
  if (sent === undefined) return mayLack(path, webhook) ? [] : [path.join('.')]
  if (path.at(-1) === 'changes' && Array.isArray(original) && Array.isArray(sent)) {
    const areAllThere = sent.every((each) =>
      original.some((one) => isDeepStrictEqual(shownChange(one, webhook), each)),
    )
    return areAllThere && sent.length > 0 ? [] : ['changes']
  }
  if (!isObject(original) || !isObject(sent))
    return isDeepStrictEqual(original, sent) ? [] : [path.join('.')]
  return [...new Set([...Object.keys(original), ...Object.keys(sent)])].flatMap((key) =>
    compared(original[key], sent[key], [...path, key], webhook),
  )
}

/** Where what an endpoint got differs from what was published, but for what it is not shown. */
export const differences = (original: Json, sent: Json, webhook: Webhook): string[] =>
  webhook.payload === 'thin'
    ? compared(thin(original), sent, [], { ...webhook, show: 'full' })
    : compared(original, sent, [], webhook)
