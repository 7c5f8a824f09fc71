import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The files that docs/architecture.md leads a reader through, from the client to the socket. */
const described = (): string[] => {
  const page = readFileSync(fileOf('../../docs/architecture.md'), 'utf8')
  const [section = ''] = (page.split('## One call of the API')[1] ?? '').split('\n## ')
  return [...section.matchAll(/^\| `(.+?)`/gm)].map(([, file]) => `lib/workforce/${file}`)
}

test('a call of the API passes the files that the map names, and no more than eight', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [fileOf('one-call/main.ts')])
  const passed = stdout.split('\n')
  expect(described().toSorted()).toEqual(passed.toSorted())
  expect(passed.length).toBeLessThanOrEqual(8)
})
