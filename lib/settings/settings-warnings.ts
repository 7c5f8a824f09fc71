import { knownAbsenceTypes } from '../workforce/reading.ts'
import type { Settings } from './settings.ts'

/**
 * What settings may mean, and probably do not: types of absences that the Workforce API is not
 * known to have. It may add some, so they are no error; one that is nearly known is refused before.
 * @returns a line for each, with its path
 */
export const settingsWarnings = ({ alerts }: Pick<Settings, 'alerts'>): string[] =>
  alerts.flatMap(({ name, where }, rule) =>
    (where.absenceTypes ?? []).flatMap((type, index) =>
      knownAbsenceTypes.includes(type)
        ? []
        : [
            `alerts.${rule}.where.absenceTypes.${index} ("${name}"): is no type of absence that is known (${knownAbsenceTypes.join(', ')})`,
          ],
    ),
  )
