import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8')
const page = textOf('docs/architecture.md')
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  .map(({ name }) => name)
  .filter((name) => !['node_modules', 'reports', 'cdk.out'].includes(name))

const pathsIn = (text: string): string[] => {
  const inRoot = new RegExp(`(?<![\\w/-])(${folders.join('|')})/[\\w./-]*[\\w/]`, 'g')
  return [...new Set(text.match(inRoot))]
}

const named = ['docs/architecture.md', 'CONTRIBUTING.md'].flatMap((file) =>
  pathsIn(textOf(file)).map((path) => [path, file]),
)
test.each(named)('%s, which %s names, is there', (path) => {
  expect(existsSync(new URL(path, root))).toBe(true)
})

test('docs/architecture.md names what it speaks of', () => {
  expect(pathsIn(page).length).toBeGreaterThan(30)
})

test('the glossary has at most thirty words, each once', () => {
  const rows = page
    .slice(page.indexOf('## Words'), page.indexOf("## An employee's change"))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
  const words = rows.map((row) => row.split('|')[1]?.trim())
  expect(words.length).toBeGreaterThan(20)
  expect(words.length).toBeLessThanOrEqual(30)
  expect(new Set(words).size).toBe(words.length)
})

test("README's map has every folder", () => {
  const map = textOf('README.md').split('## Where things are')[1] ?? ''
  const parts = readdirSync(new URL('lib/', root)).map((name) => `lib/${name}`)
  const expected = [...folders.filter((name) => name !== 'lib'), ...parts]
  expect(expected.filter((folder) => !map.includes(`\`${folder}/\``))).toEqual([])
})

test('the map has every part of the larger folders', () => {
  const parts = [
    'lib/polling',
    'lib/attendance',
    'lib/alerts',
    'lib/webhooks',
    'lib/read-api',
    'lib/store',
    'lib/settings',
  ].flatMap((folder) =>
    readdirSync(new URL(folder, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  )
  const map = page.split('## The parts of the larger folders')[1]?.split('\n## ')[0] ?? ''
  expect(parts.length).toBeGreaterThan(15)
  expect(parts.filter((name) => !map.includes(`\`${name}/\``))).toEqual([])
})

test('the layers name no folder that does not exist', () => {
  const layers = textOf('.dependency-cruiser.json')
  const named = [...layers.matchAll(/\(((?:[a-z]+\|)+[a-z]+)\)/g)].flatMap(
    ([, names]) => names?.split('|') ?? [],
  )
  const there = [...folders, ...readdirSync(new URL('lib/', root))]
  const files = ['zod', 'uuid', 'reading', 'nameless']
  expect(named.filter((name) => !there.includes(name) && !files.includes(name))).toEqual([])
})

/** The names that a file exports, each once. */
const exportsOf = (file: string): string[] => [
  ...new Set(
    [...textOf(file).matchAll(/^export (?:async )?(?:const|function|type|class) (\w+)/gm)].flatMap(
      ([, name]) => name ?? [],
    ),
  ),
]

test('no name is exported by two files, so that each has one meaning', () => {
  const files = globSync('{lib,functions,infra,cli,local,scripts,bench}/**/*.ts', { cwd: root })
  const names = files.flatMap(exportsOf)
  expect(names.length).toBeGreaterThan(500)
  const entries = ['handler']
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  expect(twice.filter((name) => !entries.includes(name))).toEqual([])
})

test('npm has fewer than eighteen scripts, so that they can be read at once', () => {
  const { scripts } = JSON.parse(textOf('package.json'))
  expect(Object.keys(scripts).length).toBeGreaterThan(5)
  expect(Object.keys(scripts).length).toBeLessThan(18)
})
