import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives all that the tests leave behind one temporary folder, and removes it at the end. */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-tests-'))
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
