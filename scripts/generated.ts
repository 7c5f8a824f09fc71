import { Settings } from '../lib/settings/settings.ts'
import { settingsSchemaText } from '../lib/settings/settings-json-schema.ts'
import { openApiText } from '../lib/workforce/contract/openapi.ts'
import { alertExamplesPage } from './alert-examples/page.ts'
import { consumerTypes } from './consumer-types/events.ts'
import { eventCatalogFiles } from './event-catalog/files.ts'
import { readApiText } from './read-api-reference/openapi.ts'
import { settingsPage } from './settings-reference/page.ts'

/**
 * Every file of the repository that is made from the code, by its path, with its text: the event
 * catalog with its schemas, the types of the events for consumers, the OpenAPI documents of the Workforce
 * API and of the read API, the reference and the schema of the settings, and the page that shows how alerts
 * read.
 */
export const generatedFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(eventCatalogFiles()).map(([path, text]) => [`docs/${path}`, text] as const),
    ['consumer/src/events.ts', consumerTypes()],
    ['docs/reference/workforce-api.openapi.json', openApiText()],
    ['docs/reference/read-api.openapi.json', readApiText()],
    ['docs/settings.md', settingsPage(Settings)],
    ['docs/alert-examples.md', alertExamplesPage()],
    ['infra/environments/settings.schema.json', settingsSchemaText()],
  ])
