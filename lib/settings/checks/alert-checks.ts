import type {
  ReadableDigest,
  ReadableRoute,
  ReadableSettings,
} from '../reading/readable-settings.ts'
import { didYouMean, nearest } from './nearest.ts'
import type { SettingsProblem } from './problem.ts'
import { selectionProblems, tooMuchShown } from './selection-checks.ts'

type Path = SettingsProblem['path']

/** Those of a list that are not among what is known, where that is known as a whole. */
const unknownNames = (
  names: ReadableRoute['slack'],
  known: ReadableRoute['slack'],
  path: Path,
  where: string,
): SettingsProblem[] => {
  const all = known?.filter((each) => each !== undefined) ?? []
  if (known === undefined || all.length < known.length) return []
  return (names ?? []).flatMap((each, index) => {
    if (each === undefined || all.includes(each)) return []
    const there = all.length === 0 ? 'there are none' : all.join(', ')
    const message = `"${each}" is not one of ${where} (${there})${didYouMean(nearest(each, all))}`
    return [{ path: [...path, index], message }]
  })
}

const unknownDestinations = (
  { slack, email }: ReadableRoute,
  path: Path,
  { slack: { channels }, audiences }: ReadableSettings,
): SettingsProblem[] => [
  ...unknownNames(slack, channels, [...path, 'slack'], 'slack.channels'),
  ...unknownNames(email, audiences && Object.keys(audiences), [...path, 'email'], 'audiences'),
]

const nobody = ({ slack, email }: ReadableRoute, path: Path): SettingsProblem[] =>
  slack?.length === 0 && email?.length === 0
    ? [{ path, message: 'reaches nobody: name a channel in slack or an audience in email' }]
    : []

/** So many mails of one moment an audience gets one after the other, a minute apart, before a digest gives up. */
const mostAtOnce = 2

/** Digests that an audience is to get at one moment, after those that are sent to it before. */
const crowdedDigests = ({ digests, workday }: ReadableSettings): SettingsProblem[] =>
  digests.flatMap((digest, index) =>
    (digest.email ?? []).flatMap((audience, place) => {
      const isAtOnce = (other: ReadableDigest): boolean =>
        other.at !== undefined &&
        other.at === digest.at &&
        (other.timeZone ?? workday.timeZone) === (digest.timeZone ?? workday.timeZone) &&
        other.email?.includes(audience) === true &&
        (digest.days?.some((day) => other.days?.includes(day) !== false) ?? true)
      const before = digests.slice(0, index).filter(isAtOnce)
      if (audience === undefined || before.length < mostAtOnce) return []
      const others = before.map(({ name }) => `"${name}"`).join(' and ')
      const message = `gets ${others} at ${digest.at}, too: mails come a minute apart, and ${mostAtOnce} of one time at most. Send this one some minutes later`
      return [{ path: ['digests', index, 'email', place], message }]
    }),
  )

/** What rules, digests and the roll call ask for that the rest of the settings does not give. */
export const alertProblems = (settings: ReadableSettings): SettingsProblem[] => [
  ...settings.alerts.flatMap((rule, index) => {
    const path = ['alerts', index]
    return [
      ...nobody(rule, path),
      ...unknownDestinations(rule, path, settings),
      ...selectionProblems({ selection: rule, path, types: [...path, 'on'] }, settings),
    ]
  }),
  ...settings.digests.flatMap((digest, index) => {
    const path = ['digests', index]
    return [
      ...nobody(digest, path),
      ...unknownDestinations(digest, path, settings),
      ...tooMuchShown(digest, path, settings),
    ]
  }),
  ...crowdedDigests(settings),
  ...unknownDestinations(settings.rollCall, ['rollCall'], settings),
]
