import { isIP } from 'node:net'
import { isPublic } from '../../webhooks/wire/addresses.ts'
import type { ReadableSettings, ReadableWebhook } from '../reading/readable-settings.ts'
import type { SettingsProblem } from './problem.ts'
import { selectionProblems } from './selection-checks.ts'

type Path = SettingsProblem['path']

/** A URL that can never be reached: only endpoints on the public internet are connected to. */
const unreachable = ({ url }: ReadableWebhook, path: Path): SettingsProblem[] => {
  if (url === undefined) return []
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const isOwn = isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublic(host)
  if (!isOwn) return []
  return [{ path: [...path, 'url'], message: 'must lead to an address on the public internet' }]
}

/** What endpoints ask for that they cannot have. */
export const webhookProblems = (settings: ReadableSettings): SettingsProblem[] =>
  settings.webhooks.flatMap((webhook, index) => {
    const path = ['webhooks', index]
    return [
      ...unreachable(webhook, path),
      ...selectionProblems({ selection: webhook, path, types: [...path, 'events'] }, settings),
    ]
  })
