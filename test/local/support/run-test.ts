import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as plainTest } from 'vitest'
import { type ChildRun, startChild } from './child.ts'
import { startOrganisation } from './organisation.ts'

/** An event as a run writes it on stdout. */
type Line = {
  id: string
  type: string
  subject: string
  time: string
  sequence: string
  data: { clocking: { id: string } }
}

/** The events that a run has written, one on each line. */
export const eventsIn = (lines: string[]): Line[] => lines.map((line) => JSON.parse(line))

/** A test with a folder of its own, which is gone after it. */
export const folderTest = plainTest.extend(
  'folder',
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'attendance-'))
    onCleanup(() => rm(folder, { recursive: true }))
    return folder
  },
)

/** A test of `npm start` in processes of its own, which poll an organisation that it writes to. */
export const test = folderTest
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('organisation', async ({}, { onCleanup }) => {
    const organisation = await startOrganisation()
    onCleanup(organisation.close)
    return organisation
  })
  // It needs the folder in order that the run has ended when that goes.
  .extend('run', async ({ organisation, folder: _ }, { onCleanup }) => {
    const children: ChildRun[] = []
    onCleanup(async () => {
      for (const child of children) {
        child.signal('SIGKILL')
        await child.ended
      }
    })
    return (options: string[], secret = organisation.clientSecret): ChildRun => {
      const child = startChild(options, secret)
      children.push(child)
      return child
    }
  })
  .extend('start', ({ run, organisation }) => async (...options: string[]): Promise<ChildRun> => {
    const child = run([...organisation.options, ...options])
    await child.untilSaid('Watching')
    return child
  })
