import { test as plainTest } from 'vitest'
import { startEngines } from './engines.ts'

/**
 * A test that may ask for the embedded AWS. The tests of a file share it, and take tables, topics and
 * queues of their own from it.
 */
export const test = plainTest.extend(
  'engines',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  async ({}, { onCleanup }) => {
    const engines = await startEngines()
    onCleanup(engines.close)
    return engines
  },
)
