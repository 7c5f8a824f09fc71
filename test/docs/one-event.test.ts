import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The files that docs/architecture.md leads a reader through, from a tick to SNS. */
const described = (): string[] => {
  const page = readFileSync(fileOf('../../docs/architecture.md'), 'utf8')
  const [, journey = ''] = page.split("## An employee's change on its way to SNS")
  const [drawn = ''] = (journey.split('```mermaid')[1] ?? '').split('```')
  const before = 'lib/polling/dispatching/'
  return (drawn.match(/lib\/[\w/-]+\.ts/g) ?? []).filter((file) => !file.startsWith(before))
}

/** The files that ran while a poll published one event. */
const passed = async (): Promise<string[]> => {
  const process = fork(fileOf('one-event/main.ts'), { silent: true })
  process.stdout?.resume()
  const [files] = await once(process, 'message')
  return files
}

test('an event passes the files that the map draws, and forty beside the core, the client and the event log at most', async () => {
  const files = await passed()
  expect(described().length).toBeGreaterThan(6)
  expect(described().filter((file) => !files.includes(file))).toEqual([])
  const inside = /^lib\/(attendance|workforce)\//
  const ofTheLog = /^lib\/store\/events\/|(publish-to-log|in-turn)\.ts$/
  const others = files.filter((file) => !inside.test(file))
  expect(others.filter((file) => !ofTheLog.test(file)).length).toBeLessThanOrEqual(40)
  expect(others.filter((file) => ofTheLog.test(file)).length).toBeLessThanOrEqual(6)
})
