import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test as plainTest } from 'vitest'
import { eventNames } from '../../lib/attendance/events/events.ts'
import { signedHeaders } from '../../lib/webhooks/wire/signature.ts'
import { publishedExamples } from '../../scripts/event-catalog/examples.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)
const manifest = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const made = publishedExamples()
const key = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`

/** What `standardwebhooks` needs: a project has it as npm would install it. */
const needed = ['standardwebhooks', '@stablelib/base64', 'fast-sha256']

const test = plainTest.extend(
  'project',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  async ({}) => {
    const folder = mkdtempSync(join(tmpdir(), 'consumer-'))
    const packing = ['pack', '--json', '--pack-destination', folder]
    const { stdout } = await run('npm', packing, { cwd: new URL('consumer/', root) })
    const json = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))
    const [packed] = Array.isArray(json) ? json : Object.values<(typeof json)[number]>(json)
    const installed = join(folder, 'node_modules/attendance-events-consumer')
    await run('mkdir', ['-p', installed])
    await run('tar', [
      '-xzf',
      join(folder, packed.filename),
      '-C',
      installed,
      '--strip-components=1',
    ])
    for (const name of needed)
      cpSync(new URL(`node_modules/${name}`, root), join(folder, 'node_modules', name), {
        recursive: true,
      })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    const files: string[] = packed.files.map(({ path }: { path: string }) => path)
    return { folder, files }
  },
)

test('has plain JavaScript with its types, what it says and its licence, and no more', ({
  project,
}) => {
  const modules = ['events', 'ordering', 'payloads', 'picture', 'position', 'read', 'verify']
  const expected = [
    ...['LICENSE', 'README.md', 'package.json'],
    ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
  ]
  expect(project.files.toSorted()).toEqual(expected.toSorted())
})

test('is imported by plain Node where there is nothing else', async ({ project: { folder } }) => {
  const { event } = made['clocked-in']
  const body = JSON.stringify(event)
  const headers = signedHeaders(String(event['id']), Date.now(), body, [key])
  writeFileSync(
    join(folder, 'receive.js'),
    `import { eventTypes } from 'attendance-events-consumer/events'
    import { createOrdering } from 'attendance-events-consumer/ordering'
    import * as payloads from 'attendance-events-consumer/payloads'
    import { readDelivery } from 'attendance-events-consumer/read'
    import { verify } from 'attendance-events-consumer/verify'
    const [body, headers, key] = JSON.parse(process.argv[2])
    const { kind, event } = verify(body, headers, key)
    const ordering = createOrdering()
    const acted = []
    for (const each of [event, event])
      acted.push((await ordering.handle(each, () => {})).kind)
    console.log(JSON.stringify([kind, event.type, acted, eventTypes.length, readDelivery(event).kind, Object.keys(payloads)]))`,
  )
  const args = ['receive.js', JSON.stringify([body, headers, key])]
  const { stdout } = await run(process.execPath, args, { cwd: folder, env: {} })
  expect(JSON.parse(stdout)).toEqual([
    ...['full', 'attendance.clocked-in'],
    ['first', 'repeat'],
    ...[eventNames.length, 'full', []],
  ])
})

/** Whether the strict compiler of a project without Node's types takes a text. */
const compiled = async (folder: string, name: string, text: string): Promise<string> => {
  writeFileSync(join(folder, `${name}.ts`), text)
  const options = '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022'
  const tsc = new URL('node_modules/typescript/bin/tsc', root).pathname
  const args = [tsc, ...options.split(' '), '--types', '', `${name}.ts`]
  return run(process.execPath, args, { cwd: folder }).then(
    () => '',
    ({ stdout }) => String(stdout),
  )
}

test('its types take every example of the event catalog, and tell what each has', async ({
  project: { folder },
}) => {
  const events = JSON.stringify(Object.values(made).map(({ event }) => event))
  const text = `import type { AttendanceEvent } from 'attendance-events-consumer/events'
    import type { Delivery } from 'attendance-events-consumer/payloads'
    import { createOrdering, type OrderingStore } from 'attendance-events-consumer/ordering'
    import { verify, WebhookError } from 'attendance-events-consumer/verify'
    export const events: AttendanceEvent[] = ${events}
    export const startOf = (event: AttendanceEvent): string | null =>
      event.type === 'attendance.clocked-in' ? event.data.clocking.start : null
    export const nameOf = (delivery: Delivery): string =>
      delivery.kind === 'full' ? delivery.event.data.employee.givenName : delivery.event.id
    export const first = (body: Uint8Array): Delivery => verify(body, {}, ['whsec_'])
    export const reasonOf = (error: WebhookError): string => error.reason
    export const ordered = (store: OrderingStore) => createOrdering(store)`
  expect(await compiled(folder, 'takes', text)).toBe('')
})

test.for([
  ['a field that the type has not', "event.type === 'attendance.clocked-in' && event.data.absence"],
  ['a field before the type is known', 'event.data.clocking'],
  ['a type that is none', "event.type === 'attendance.clocked-sideways'"],
] as const)('its types refuse %s', async ([, expression], { project: { folder } }) => {
  const text = `import type { AttendanceEvent } from 'attendance-events-consumer/events'
    export const read = (event: AttendanceEvent) => ${expression}`
  expect(await compiled(folder, 'refused', text)).toMatch(/^refused\.ts\(2,\d+\): error TS\d+/)
})

test('needs what the root has, in that version, and is of the root’s licence', () => {
  const consumer = manifest('consumer/package.json')
  const { dependencies, license, version } = manifest('package.json')
  expect(consumer.dependencies).toEqual({ standardwebhooks: dependencies.standardwebhooks })
  expect(consumer).toMatchObject({ license, version, type: 'module' })
  expect(consumer.private).toBeUndefined()
  const text = (path: string) => readFileSync(new URL(path, root), 'utf8')
  expect(text('consumer/LICENSE')).toBe(text('LICENSE'))
})
