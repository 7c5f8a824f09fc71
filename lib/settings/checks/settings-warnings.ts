import { knownAbsenceTypes } from '../../workforce/reading.ts'
import type { Settings } from '../settings.ts'

type People = Pick<Settings, 'alerts' | 'digests' | 'rollCall' | 'slack' | 'audiences'>

/** Types that the Workforce API is not known to have. It may add some, so they are no error. */
const unknownTypes = ({ alerts }: People): string[] =>
  alerts.flatMap(({ name, where }, rule) =>
    (where.absenceTypes ?? []).flatMap((type, index) =>
      knownAbsenceTypes.includes(type)
        ? []
        : [
            `alerts.${rule}.where.absenceTypes.${index} ("${name}"): is no type of absence that is known (${knownAbsenceTypes.join(', ')})`,
          ],
    ),
  )

/** Channels and audiences to which nothing is sent but a test. */
const unused = ({ alerts, digests, rollCall, slack, audiences }: People): string[] => {
  const routes = [...alerts, ...digests, rollCall]
  const channels = slack.channels.flatMap((channel, index) =>
    routes.some((route) => route.slack.includes(channel)) ? [] : [`slack.channels.${index}`],
  )
  const groups = Object.keys(audiences).flatMap((audience) =>
    routes.some(({ email }) => email.includes(audience)) ? [] : [`audiences.${audience}`],
  )
  return [...channels, ...groups].map(
    (path) => `${path}: is told nothing by alerts, digests and rollCall`,
  )
}

/**
 * What settings may mean, and probably do not. What is nearly a type or a destination is refused
 * before.
 * @returns a line for each, with its path
 */
export const settingsWarnings = (settings: People): string[] => [
  ...unknownTypes(settings),
  ...unused(settings),
]
