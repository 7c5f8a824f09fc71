import { readFileSync } from 'node:fs'
import { didYouMean, nearest } from '../lib/settings/checks/nearest.ts'
import { parseSettings } from '../lib/settings/reading/parse-settings.ts'
import type { Settings } from '../lib/settings/settings.ts'
import { isLoopback } from '../lib/workforce/urls.ts'
import { defaultAlerts } from './alerts/default-alerts.ts'
import type { RunOptions } from './options.ts'
import type { Source } from './source/source.ts'
import { StartError } from './start-error.ts'

/** Requests a second that the API may be sent: one on this machine, and one elsewhere. */
const nearBudget = 600
const farBudget = 30
const concurrentCalls = 16
/** On a laptop calls cost nothing, so absences and the roster are not far behind. */
const laptopPolling = { concurrentCalls, absencesEverySeconds: 300, rosterEverySeconds: 600 }

/** The time zone that this machine is in. */
export const zoneOfMachine = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The settings of a run without a file: a modest budget for an API that is not ours alone. */
const defaultSettings = ({ apiUrl, authUrl }: Source): Settings => {
  const { hostname } = new URL(apiUrl)
  const isNear = isLoopback(hostname)
  const requestsPerSecond = isNear ? nearBudget : farBudget
  const settings = {
    name: 'local',
    workforce: { apiUrl, authUrl, requestsPerSecond },
    workday: { timeZone: zoneOfMachine() },
    polling: laptopPolling,
    ...defaultAlerts(),
  }
  return parseSettings(JSON.stringify(settings), 'settings')
}

const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error'
    const why = code === 'ENOENT' ? 'there is no such file' : code
    throw new StartError(`--settings: ${file} cannot be read: ${why}`)
  }
}

/**
 * Reads a settings file.
 * @throws {StartError | SettingsError} where it cannot be read, or what is in it cannot be used
 */
export const readSettingsFile = (file: string | null): Settings | null =>
  file === null ? null : parseSettings(readFile(file), file)

/**
 * Checks that the channels of the command line are there.
 * @throws {StartError} where one is not, naming those that are
 */
export const checkChannels = (
  file: Settings | null,
  { slack, settingsFile }: Pick<RunOptions, 'slack' | 'settingsFile'>,
): void => {
  const { channels } = (file ?? defaultAlerts()).slack
  const unknown = Object.keys(slack).find((channel) => !channels.includes(channel))
  if (unknown === undefined) return
  const known = channels.join(', ') || 'there are none'
  const where = settingsFile ?? 'a run without --settings'
  throw new StartError(
    `--slack: "${unknown}" is not one of the channels of ${where} (${known})${didYouMean(nearest(unknown, channels))}`,
  )
}

/**
 * Checks that endpoints of the command line are of the settings, where those have any.
 * @throws {StartError} where one is not, naming those that are
 */
export const checkEndpoints = (
  file: Settings | null,
  { webhooks, settingsFile }: Pick<RunOptions, 'webhooks' | 'settingsFile'>,
): void => {
  const names = file?.webhooks.map(({ name }) => name) ?? []
  const unknown = Object.keys(webhooks).find((name) => !names.includes(name))
  if (unknown === undefined || names.length === 0) return
  throw new StartError(
    `--webhook: "${unknown}" is not one of the webhooks of ${settingsFile} (${names.join(', ')})${didYouMean(nearest(unknown, names))}`,
  )
}

/**
 * The settings that a run goes by. The API is the run's; times of the command line may be
 * shorter than those that may be deployed, and where only `--every` is given, the others keep
 * their proportion to it. A file's budget is one of the service's clock.
 */
export const settingsOf = (
  file: Settings | null,
  options: RunOptions,
  source: Source,
): Settings => {
  const base = file ?? defaultSettings(source)
  const { apiUrl, authUrl, clock } = source
  const speed = file === null ? 1 : clock.speed
  const { polling, workforce } = base
  const { removalAfter } = options
  const pace = options.every === null ? 1 : options.every / polling.clockingsEverySeconds
  return {
    ...base,
    workforce: { apiUrl, authUrl, requestsPerSecond: workforce.requestsPerSecond * speed },
    polling: {
      ...polling,
      clockingsEverySeconds: options.every ?? polling.clockingsEverySeconds,
      absencesEverySeconds: options.absencesEvery ?? polling.absencesEverySeconds * pace,
      rosterEverySeconds: options.rosterEvery ?? polling.rosterEverySeconds * pace,
      removalAfterMinutes: removalAfter === null ? polling.removalAfterMinutes : removalAfter / 60,
    },
  }
}
