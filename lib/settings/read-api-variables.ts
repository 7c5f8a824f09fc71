import type { Variables } from '../platform/environment.ts'
import type { ReadApiEnvironment } from '../read-api/environment.ts'
import { rulesOf, type Settings } from './settings.ts'

/** The names of what the function reads. */
export type ReadApiResources = { tableName: string; eventsTable: string }

/** The variables of `read-api`, for the deployed stack and for the local run alike. */
export const readApiEnvironmentOf = (
  settings: Settings,
  { tableName, eventsTable }: ReadApiResources,
): Variables<typeof ReadApiEnvironment> => ({
  ENVIRONMENT: settings.name,
  TABLE_NAME: tableName,
  EVENTS_TABLE: eventsTable,
  EVENT_LOG_DAYS: String(settings.eventLogDays),
  RULES: JSON.stringify(rulesOf(settings)),
})
