import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as baseTest, expect } from 'vitest'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The files that docs/architecture.md leads a reader through, from a tick to SNS. */
const described = (): string[] => {
  const page = readFileSync(fileOf('../../docs/architecture.md'), 'utf8')
  const [, journey = ''] = page.split("## An employee's change on its way to SNS")
  const [drawn = ''] = (journey.split('```mermaid')[1] ?? '').split('```')
  const before = 'lib/polling/dispatching/'
  return (drawn.match(/lib\/[\w/-]+\.ts/g) ?? []).filter((file) => !file.startsWith(before))
}

/** The files that the page names, from a tick to SNS, in this order. */
const inOrder = (): string[] => {
  const page = readFileSync(fileOf('../../docs/architecture.md'), 'utf8')
  const [section = ''] = (page.split('## One event, from hand to hand')[1] ?? '').split('\n## ')
  return [...section.matchAll(/^\| `(lib\/.+?)`/gm)].map(([, file = '']) => file)
}

type Journey = {
  /** The files that ran while a poll published one event. */
  files: string[]
  /** The files on the way of one from the tick to SNS, by who called whom, the last first. */
  callers: string[]
}

const test = baseTest.extend('journey', { scope: 'file' }, async (): Promise<Journey> => {
  const process = fork(fileOf('one-event/main.ts'), { silent: true })
  process.stdout?.resume()
  process.stderr?.resume()
  const [journey] = await once(process, 'message')
  return journey
})

test('an event goes from the tick to SNS through the files that the page names, and no more than ten', ({
  journey,
}) => {
  const entry = 'functions/poll-shard.ts'
  expect([entry, ...inOrder()]).toEqual([entry, ...journey.callers.toReversed()])
  expect([entry, ...inOrder()].length).toBeLessThanOrEqual(10)
})

test('an event passes the files that the map draws, and forty-two beside the core, the client and the event log at most', ({
  journey: { files },
}) => {
  expect(described().length).toBeGreaterThan(6)
  expect(described().filter((file) => !files.includes(file))).toEqual([])
  const inside = /^lib\/(attendance|workforce)\//
  const ofTheLog = /^lib\/store\/events\/|(publish-to-log|publish-and-hand-on|taken|patience)\.ts$/
  const others = files.filter((file) => !inside.test(file))
  expect(others.filter((file) => !ofTheLog.test(file)).length).toBeLessThanOrEqual(42)
  expect(others.filter((file) => ofTheLog.test(file)).length).toBeLessThanOrEqual(8)
})
