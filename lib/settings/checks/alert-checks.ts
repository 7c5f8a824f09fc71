import type { ReadableRoute, ReadableSettings } from '../reading/readable-settings.ts'
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
  ...unknownDestinations(settings.rollCall, ['rollCall'], settings),
]
