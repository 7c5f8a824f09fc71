import type { ReadableSettings } from '../reading/readable-settings.ts'
import type { SettingsProblem } from './problem.ts'
import { selectionProblems } from './selection-checks.ts'

/** What endpoints ask for that the rest of the settings does not give. */
export const webhookProblems = (settings: ReadableSettings): SettingsProblem[] =>
  settings.webhooks.flatMap((selection, index) => {
    const path = ['webhooks', index]
    return selectionProblems({ selection, path, types: [...path, 'events'] }, settings)
  })
