import { knownAbsenceTypes } from '../../workforce/reading.ts'
import type { Settings } from '../settings.ts'

/** Who is asked no more rarely than at every poll does not rest. */
const pointless = ({ polling }: Pick<Settings, 'polling'>): string[] =>
  (['idleEverySeconds', 'awayEverySeconds', 'farEverySeconds'] as const).flatMap((name) => {
    const seconds = polling[name]
    return seconds === undefined || seconds > polling.clockingsEverySeconds
      ? []
      : [
          `polling.${name}: spares no call unless it is longer than polling.clockingsEverySeconds (${polling.clockingsEverySeconds})`,
        ]
  })

type Routes = Pick<Settings, 'alerts' | 'digests' | 'rollCall' | 'slack' | 'audiences' | 'webhooks'>

/** Types that the Workforce API is not known to have. It may add some, so they are no error. */
const unknownTypes = (settings: Routes, list: 'alerts' | 'webhooks'): string[] =>
  settings[list].flatMap(({ name, where }, route) =>
    (where.absenceTypes ?? []).flatMap((type, index) =>
      knownAbsenceTypes.includes(type)
        ? []
        : [
            `${list}.${route}.where.absenceTypes.${index} ("${name}"): is no type of absence that is known (${knownAbsenceTypes.join(', ')})`,
          ],
    ),
  )

/** Channels and audiences to which nothing is sent but a test. */
const unused = ({ alerts, digests, rollCall, slack, audiences }: Routes): string[] => {
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
export const settingsWarnings = (settings: Routes & Pick<Settings, 'polling'>): string[] => [
  ...pointless(settings),
  ...unknownTypes(settings, 'alerts'),
  ...unknownTypes(settings, 'webhooks'),
  ...unused(settings),
]
