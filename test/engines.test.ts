import { readFileSync } from 'node:fs'
import { minVersion, satisfies, validRange } from 'semver'
import { expect, test } from 'vitest'
import * as z from 'zod'

const Package = z.object({
  version: z.string().optional(),
  optional: z.boolean().optional(),
  engines: z.object({ node: z.string().optional() }).optional(),
})
const Lock = z.object({ packages: z.record(z.string(), Package) })
const Manifest = z.object({
  engines: z.object({ node: z.string() }),
  devDependencies: z.object({ node: z.string() }),
})

const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const { engines, devDependencies } = Manifest.parse(
  JSON.parse(readFileSync('package.json', 'utf8')),
)

/** Packages that npm would warn of, run by a version of Node. */
const unsupportedBy = (node: string): string[] =>
  Object.entries(packages)
    .filter(([, { optional, engines: own }]) => !optional && own?.node !== undefined)
    .filter(([, { engines: own }]) => !satisfies(node, own?.node ?? '*'))
    .map(([path]) => path)

const lines = engines.node.split(' || ')

test.each(lines)('every dependency supports the first version of %s', (range) => {
  expect(validRange(range)).not.toBeNull()
  expect(unsupportedBy(minVersion(range)?.version ?? '')).toEqual([])
})

test('every dependency supports the Node.js that runs it', () => {
  expect(satisfies(devDependencies.node, engines.node)).toBe(true)
  expect(unsupportedBy(devDependencies.node)).toEqual([])
})

test('what is not promised is what some dependency does not support', () => {
  for (const version of ['20.20.2', '22.17.1', '23.11.1', '24.10.0', '25.9.0']) {
    expect(satisfies(version, engines.node), version).toBe(false)
    expect(unsupportedBy(version), version).not.toEqual([])
  }
})

test('the README and the runbook promise the same', () => {
  const [first = '', second = '', third = ''] = lines.map((range) => minVersion(range)?.version)
  const [oldest, newer] = [first, second].map((version) => version.replace(/\.0$/, ''))
  const promise = `Node.js ${oldest}, ${newer} or ${third.split('.')[0]}`
  expect(readFileSync('README.md', 'utf8')).toContain(promise)
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(promise)
})
