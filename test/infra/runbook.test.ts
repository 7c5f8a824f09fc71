import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const runbook = textOf('docs/operations.md')
const commands = runbook.replaceAll('\\\n', ' ')

test('every command of this repository that the runbook runs is there', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const run = [...runbook.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(run).toContain('pause')
  expect(run).toContain('resume')
  expect(run.filter((name) => !(name in scripts))).toEqual([])
})

test('the table of contents names every section, in order', () => {
  const [contents = ''] = runbook.split('\n## ')
  const named = [...contents.matchAll(/^- \[(.*?)\]/gm)].map(([, title]) => title)
  const sections = [...runbook.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
  expect(named).toEqual(sections)
})

test('stopping leaves no dead letters: schedules are disabled, concurrency is not taken away', () => {
  expect(runbook).not.toContain('put-function-concurrency')
})

test('a redrive says where to, since SQS does not know it of what SNS put there', () => {
  const redrives = commands.match(/start-message-move-task.*/g) ?? []
  expect(redrives.length).toBeGreaterThan(0)
  for (const each of redrives) expect(each).toContain('--destination-arn')
})

test('every table that is restored or made has the key of the environment', () => {
  const made = commands.match(/dynamodb (create-table|restore-table-[\w-]+)[^`]*/g) ?? []
  expect(made.length).toBe(3)
  for (const each of made) expect(each).toContain('KMSMasterKeyId=alias/attendance-prod')
})
