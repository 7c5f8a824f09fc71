import * as z from 'zod'
import { AlertRule, Digest, rollCallRoute } from '../../alerts/rules/alert-settings.ts'
import type { EventName } from '../../attendance/events/events.ts'
import { eventType, name, Where } from '../../routing/where.ts'
import { Webhook } from '../../webhooks/webhook-settings.ts'
import { mailAddress, queueArn } from '../deployment-settings.ts'
import { Settings } from '../settings.ts'

/** What a list holds; an entry that cannot be read keeps its place. */
type ListOf<Entry> = (Entry | undefined)[] | undefined
/** What is not there, or cannot be known to be; no schema takes it. */
const unread = Symbol('unread')
type Loose<Value, Key extends keyof Value> = { [Each in Key]: Value[Each] | undefined }

export type ReadableRoute = { slack: ListOf<string>; email: ListOf<string> }
export type ReadableDigest = Loose<Digest, 'name' | 'show' | 'timeZone' | 'at' | 'days'> &
  ReadableRoute
/** Which events somebody wants, and how much of them; `all` is whoever names no types. */
export type ReadableSelection = Loose<AlertRule, 'name' | 'show'> & {
  on: ListOf<EventName> | 'all'
  where: Loose<Where, 'absenceTypes' | 'hours'>
}
export type ReadableRule = ReadableSelection & ReadableRoute
export type ReadableWebhook = ReadableSelection & Loose<Webhook, 'url'>

/** What can be read of settings that may not be usable; undefined is what cannot be. */
export type ReadableSettings = {
  name: string | undefined
  polling: Loose<Settings['polling'], 'removalAfterMinutes' | 'lookbackHours' | 'concurrentPolls'>
  workday: Loose<Settings['workday'], 'timeZone'>
  attention: Loose<
    Settings['attention'],
    Exclude<keyof Settings['attention'], 'absenceGraceMinutes'>
  >
  privacy: Loose<Settings['privacy'], 'absences'>
  slack: { channels: ListOf<string> }
  audiences: Record<string, ListOf<string>> | undefined
  alerts: ReadableRule[]
  digests: ReadableDigest[]
  webhooks: ReadableWebhook[]
  rollCall: ReadableRoute
  operations: { email: ListOf<string> }
  eventLogDays: number | undefined
  /** Whether there is to be a read API, whatever of it can be used. */
  hasReadApi: boolean
  snsMessagesPerSecond: number | undefined
  region: string | undefined
  eventBus: string | undefined
  replayQueues: ListOf<string>
}

const listOf = <Schema extends z.ZodType>(
  json: unknown,
  entry: Schema,
): ListOf<z.output<Schema>> =>
  Array.isArray(json) ? json.map((each) => entry.safeParse(each).data) : undefined

const isObject = (json: unknown): json is object =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/**
 * Reads an object key by key. Where it has a key that is none of its schema's, whatever is left
 * out may be meant by that one: it has no default then.
 */
const readerOf = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>, json: unknown) => {
  const given = isObject(json) ? new Map<string, unknown>(Object.entries(json)) : null
  const isSure = given !== null && [...given.keys()].every((key) => Object.hasOwn(shape, key))
  const raw = (key: keyof Shape & string, otherwise: unknown): unknown =>
    given?.has(key) ? given.get(key) : isSure ? otherwise : unread
  return {
    raw,
    value: <Key extends keyof Shape & string>(key: Key): z.output<Shape[Key]> | undefined => {
      const field: Shape[Key] = shape[key]
      return z.safeParse(field, raw(key, undefined)).data
    },
    list: <Schema extends z.ZodType>(
      key: keyof Shape & string,
      entry: Schema,
    ): ListOf<z.output<Schema>> => listOf(raw(key, []), entry),
  }
}

const routeOf = (
  reader: Pick<ReturnType<typeof readerOf<typeof rollCallRoute.shape>>, 'list'>,
): ReadableRoute => ({ slack: reader.list('slack', name), email: reader.list('email', name) })

const whereOf = (json: unknown): ReadableSelection['where'] => {
  const where = readerOf(Where, json)
  return { absenceTypes: where.value('absenceTypes'), hours: where.value('hours') }
}

const ruleOf = (json: unknown): ReadableRule => {
  const rule = readerOf(AlertRule, json)
  return {
    name: rule.value('name'),
    on: rule.list('on', eventType),
    show: rule.value('show'),
    where: whereOf(rule.raw('where', {})),
    ...routeOf(rule),
  }
}

const webhookOf = (json: unknown): ReadableWebhook => {
  const webhook = readerOf(Webhook, json)
  return {
    name: webhook.value('name'),
    url: webhook.value('url'),
    on: webhook.raw('events', 'all') === 'all' ? 'all' : webhook.list('events', eventType),
    show: webhook.value('show'),
    where: whereOf(webhook.raw('where', {})),
  }
}

const digestOf = (json: unknown): ReadableDigest => {
  const digest = readerOf(Digest, json)
  return {
    name: digest.value('name'),
    show: digest.value('show'),
    timeZone: digest.value('timeZone'),
    at: digest.value('at'),
    days: digest.value('days'),
    ...routeOf(digest),
  }
}

const audiencesOf = (json: unknown): ReadableSettings['audiences'] => {
  if (!isObject(json)) return undefined
  const entries = Object.entries(json)
  // Whoever has a name that is none may be meant by any other.
  if (!entries.every(([audience]) => name.safeParse(audience).success)) return undefined
  return Object.fromEntries(entries.map(([key, emails]) => [key, listOf(emails, z.email())]))
}

const groups = {
  polling: Settings.shape.polling.unwrap(),
  attention: Settings.shape.attention.unwrap(),
  privacy: Settings.shape.privacy.unwrap(),
  slack: Settings.shape.slack.unwrap(),
  operations: Settings.shape.operations.unwrap(),
  aws: Settings.shape.aws.unwrap(),
}

/** What can be read of settings, however much is wrong with the rest. */
export const readableSettings = (json: unknown): ReadableSettings => {
  const settings = readerOf(Settings, json)
  const polling = readerOf(groups.polling, settings.raw('polling', {}))
  const workday = readerOf(Settings.shape.workday, settings.raw('workday', {}))
  const attention = readerOf(groups.attention, settings.raw('attention', {}))
  const privacy = readerOf(groups.privacy, settings.raw('privacy', {}))
  const slack = readerOf(groups.slack, settings.raw('slack', {}))
  const aws = readerOf(groups.aws, settings.raw('aws', {}))
  const operations = readerOf(groups.operations, settings.raw('operations', {}))
  const entries = (key: 'alerts' | 'digests' | 'webhooks') =>
    listOf(settings.raw(key, []), z.unknown()) ?? []
  return {
    name: settings.value('name'),
    polling: {
      removalAfterMinutes: polling.value('removalAfterMinutes'),
      lookbackHours: polling.value('lookbackHours'),
      concurrentPolls: polling.value('concurrentPolls'),
    },
    workday: { timeZone: workday.value('timeZone') },
    attention: {
      clockingLongerThanHours: attention.value('clockingLongerThanHours'),
      breakLongerThanMinutes: attention.value('breakLongerThanMinutes'),
      clockedInWhileAbsent: attention.value('clockedInWhileAbsent'),
      returnOverdue: attention.value('returnOverdue'),
    },
    privacy: { absences: privacy.value('absences') },
    slack: { channels: slack.list('channels', name) },
    audiences: audiencesOf(settings.raw('audiences', {})),
    alerts: entries('alerts').map(ruleOf),
    digests: entries('digests').map(digestOf),
    webhooks: entries('webhooks').map(webhookOf),
    rollCall: routeOf(readerOf(rollCallRoute, settings.raw('rollCall', {}))),
    operations: { email: operations.list('email', mailAddress) },
    eventLogDays: settings.value('eventLogDays'),
    hasReadApi: isObject(aws.raw('readApi', undefined)),
    snsMessagesPerSecond: aws.value('snsMessagesPerSecond'),
    region: aws.value('region'),
    eventBus: aws.value('eventBus'),
    replayQueues: aws.list('replayQueues', queueArn),
  }
}
