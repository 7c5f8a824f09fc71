import { budgetProblem } from '../lib/settings/budget.ts'
import { settingsWarnings } from '../lib/settings/checks/settings-warnings.ts'
import { placeholdersIn } from '../lib/settings/reading/placeholders.ts'
import type { Settings } from '../lib/settings/settings.ts'

/** A warning, and what the CDK is to know it by. */
export type Warning = { id: string; text: string }

const numbered = (kind: string, texts: readonly string[]): Warning[] =>
  texts.map((text, index) => ({ id: `${kind}${index + 1}`, text }))

/** What is to be said of settings that can be used and may not be meant so. */
export const warningsOf = (settings: Settings): Warning[] => {
  const { expectedEmployees } = settings
  const budget = expectedEmployees === undefined ? null : budgetProblem(settings, expectedEmployees)
  return [
    ...numbered('Placeholder', placeholdersIn(settings)),
    ...numbered('Settings', settingsWarnings(settings)),
    ...(budget === null ? [] : [{ id: 'RequestBudget', text: budget }]),
  ]
}
