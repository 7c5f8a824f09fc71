import { isDeepStrictEqual } from 'node:util'
import type { Privacy } from '../../../../lib/attendance/rules.ts'
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

/** What of a person no endpoint gets. */
const personal = ['email', 'payrollNumber']
const ofAnyAbsence = ['id', 'employeeId', 'timeZone', 'start', 'end']

type Level = Webhook['show']

/** How much an endpoint is shown of absences of a kind: of those that it is not about, when they are. */
const levelOf = (webhook: Webhook, kind: unknown): Level =>
  typeof kind !== 'string' || isAboutKind(webhook, kind) ? webhook.show : 'opaque'

/** What an event's absence is, and was just before; the same where it has not become another. */
const kindsIn = ({ data }: Json): { is: unknown; was: unknown } => {
  const absence = isObject(data) ? data['absence'] : undefined
  const changes = isObject(data) && Array.isArray(data['changes']) ? data['changes'] : []
  const change: unknown = changes.find((each) => isObject(each) && each['field'] === '$type')
  const is = isObject(absence) ? absence['$type'] : undefined
  return { is, was: isObject(change) ? change['before'] : is }
}

/** Whether a field is left out for an endpoint. */
const isHidden = ([, parent, field = '']: readonly string[], level: Level): boolean => {
  if (parent === 'clocking' && field === 'note') return true
  if (parent === 'employee') return personal.includes(field)
  if (parent !== 'absence' || ofAnyAbsence.includes(field)) return false
  return level === 'opaque' || (level === 'category' && field !== '$type')
}

/** Whether an endpoint hears that a field has changed. */
const isChangeShown = (field: string, isOfAbsence: boolean, level: Level): boolean => {
  if (field === 'email' || field === 'payrollNumber') return false
  if (level === 'full') return true
  if (!isOfAbsence) return field !== 'note'
  return ofAnyAbsence.includes(field)
}

/** The changes as an endpoint gets them: no note of a clocking, and no kind of an absence that it is not told of. */
const shownChanges = (original: Json, webhook: Webhook): unknown[] => {
  const isOfAbsence = original['type'] === 'attendance.absence-amended'
  const { is, was } = kindsIn(original)
  const levels = [levelOf(webhook, is), levelOf(webhook, was)]
  const all = isObject(original['data']) ? (original['data']['changes'] as Json[]) : []
  return all.flatMap((change): unknown[] => {
    const field = String(change['field'])
    if (isOfAbsence && field === '$type') {
      const shown = (kind: unknown): unknown => (levelOf(webhook, kind) === 'opaque' ? null : kind)
      const [before, after] = [shown(change['before']), shown(change['after'])]
      return before === null && after === null ? [] : [{ ...change, before, after }]
    }
    if (!levels.every((level) => isChangeShown(field, isOfAbsence, level))) return []
    return [isOfAbsence || field !== 'note' ? change : { ...change, before: null, after: null }]
  })
}

/** An event's message as an endpoint is to get it. */
const asShown = (original: Json, webhook: Webhook): Json => {
  const level = levelOf(webhook, kindsIn(original).is)
  const data = isObject(original['data']) ? original['data'] : {}
  const parts = Object.entries(data).map(([name, part]) => {
    if (name === 'changes') return [name, shownChanges(original, webhook)]
    if (!isObject(part)) return [name, part]
    const fields = Object.entries(part).filter(([field]) => !isHidden(['data', name, field], level))
    return [name, Object.fromEntries(fields)]
  })
  return { ...original, data: Object.fromEntries(parts) }
}

const differing = (expected: unknown, sent: unknown, path: readonly string[]): string[] => {
  if (!isObject(expected) || !isObject(sent))
    return isDeepStrictEqual(expected, sent) ? [] : [path.join('.')]
  return [...new Set([...Object.keys(expected), ...Object.keys(sent)])].flatMap((key) =>
    differing(expected[key], sent[key], [...path, key]),
  )
}

/**
 * Where what an endpoint got differs from what was published, but for what it is not shown.
 * @param privacies all that the settings let out while it may have been sent: a replay goes by those of its day
 */
export const differences = (
  original: Json,
  sent: Json,
  webhook: Webhook,
  privacies: readonly Privacy[],
): string[] => {
  const expected = webhook.payload === 'thin' ? thin(original) : asShown(original, webhook)
  const found = differing(expected, sent, [])
  const isSameForAll = new Set(privacies.map((each) => JSON.stringify(each))).size === 1
  return isSameForAll ? found : found.filter((path) => !isLeftOut(path, expected, sent))
}

const at = (event: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), event)

/** Whether stricter settings may have left out what is missing: a field of an absence, or some of what changed. */
const isLeftOut = (path: string, expected: Json, sent: Json): boolean => {
  const [all, some] = [at(expected, path), at(sent, path)]
  if (path === 'data.changes' && Array.isArray(all) && Array.isArray(some))
    return some.length > 0 && some.every((each) => all.some((one) => isDeepStrictEqual(one, each)))
  const isOfAbsence = path.startsWith('data.absence.')
  return isOfAbsence && some === undefined && !ofAnyAbsence.includes(path.split('.').at(-1) ?? '')
}
