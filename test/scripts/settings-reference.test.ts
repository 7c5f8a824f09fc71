import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Settings } from '../../lib/settings/settings.ts'
import { settingsPage } from '../../scripts/settings-reference/page.ts'
import { settingGroups } from '../../scripts/settings-reference/rows.ts'

const rowsFor = (settings: z.ZodObject) => settingGroups(settings).flatMap(({ rows }) => rows)

describe('the settings reference', () => {
  test('says what every setting means', () => {
    expect(rowsFor(Settings).filter(({ meaning }) => meaning === '')).toEqual([])
  })

  test('shows type, default, range and meaning of a setting', () => {
    expect(rowsFor(Settings)).toContainEqual({
      path: 'polling.lookbackHours',
      type: 'number',
      isRequired: false,
      fallback: '24',
      allowed: '1 to 720',
      meaning:
        'How late a device may sync, or a manager correct or enter an absence, and still be seen',
    })
  })

  test('prefers the words of a rule to its pattern', () => {
    const settings = z.object({ a: z.string().regex(/^a|b$/, 'must be a or b'), b: z.email() })
    const [a, b] = rowsFor(settings)
    expect(a?.allowed).toBe('a or b')
    expect(b?.allowed).toMatch(/^`\^/)
  })

  test('follows lists, records and alternatives into their objects', () => {
    const endpoint = z.object({ url: z.string(), type: z.enum(['a', 'b']).array().min(1) })
    const settings = z.object({
      list: endpoint.array().describe('Endpoints'),
      record: z.record(z.string(), endpoint.nullable()),
    })
    expect(rowsFor(settings).map(({ path, type, allowed }) => [path, type, allowed])).toEqual([
      ['list', 'list of object', ''],
      ['list[].url', 'string', ''],
      ['list[].type', 'list of string', '1 of them or more, `"a"`, `"b"`'],
      ['record', 'object', ''],
      ['record.<name>.url', 'string', ''],
      ['record.<name>.type', 'list of string', '1 of them or more, `"a"`, `"b"`'],
    ])
  })

  test('keeps a table whole where a rule holds its separator', () => {
    const settings = z.object({
      a: z
        .string()
        .regex(/^(x|y)$/)
        .describe('x or y'),
    })
    expect(settingsPage(settings)).toContain('`^(x\\|y)$`')
  })
})
