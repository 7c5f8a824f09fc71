import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { eventNames } from '../../lib/attendance/events.ts'
import { alertExamplesPage } from '../../scripts/alert-examples/page.ts'

const file = new URL('../../docs/alert-examples.md', import.meta.url)

describe('the page of examples of alerts', () => {
  test('is the committed file: npm run alert-examples brings it up to date', async () => {
    expect(await readFile(file, 'utf8')).toBe(alertExamplesPage())
  })

  test('shows every type of event', () => {
    const headings = alertExamplesPage().match(/^## .*$/gm) ?? []
    expect(headings).toEqual(expect.arrayContaining(eventNames.map((name) => `## ${name}`)))
  })
})
