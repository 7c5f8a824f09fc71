import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives all that the tests leave behind one temporary folder, and removes it at the end. What Node
 * compiles is kept there, too: tests start some hundred processes, most of which load the same files.
 */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-tests-'))
  process.env['TMPDIR'] = folder
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
