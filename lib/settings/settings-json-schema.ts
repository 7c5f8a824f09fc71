import * as z from 'zod'
import { Settings } from './settings.ts'

/** The JSON Schema of settings as people write them, for editors. */
export const settingsSchemaText = (): string =>
  `${JSON.stringify(z.toJSONSchema(Settings, { io: 'input' }), null, 2)}\n`
