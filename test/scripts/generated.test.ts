import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../scripts/generated.ts'

const root = new URL('../../', import.meta.url)
const files = generatedFiles()

test.each([...files.keys()])('%s is up to date: npm run generate', (path) => {
  expect(readFileSync(new URL(path, root), 'utf8')).toBe(files.get(path))
})

test('nothing is left of what is no longer generated', () => {
  const folder = 'docs/reference/'
  const names = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
  const there = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}${name.replaceAll('\\', '/')}`)
  const generated = [...files.keys()].filter((path) => path.startsWith(folder))
  expect(there.sort()).toEqual(generated.sort())
})
