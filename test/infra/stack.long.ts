import { expect, test } from 'vitest'
import { environmentsFolder, readEnvironments } from '../../infra/environments.ts'
import { appWith } from './environment.ts'

const minutes = 60_000

test('the shipped environments are synthesized, and are warned of only as the examples they are', {
  timeout: 3 * minutes,
}, () => {
  const { usable, unusable } = readEnvironments(environmentsFolder)
  expect(unusable).toEqual([])
  const app = appWith(usable, { 'aws:cdk:bundling-stacks': [] })
  const stacks = app.synth().stacks
  expect(stacks.map(({ stackName }) => stackName)).toEqual(['attendance-dev', 'attendance-prod'])
  for (const { messages } of stacks) {
    const told = messages.filter(({ level }) => level !== 'info')
    expect(told.map(({ level }) => level)).not.toContain('error')
    const warnings = told.map(({ entry }) => String(entry.data))
    expect(warnings.length).toBeGreaterThan(0)
    for (const warning of warnings) expect(warning).toMatch(/: is an address at example\.com,/)
  }
})
