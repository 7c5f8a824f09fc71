import { execFile } from 'node:child_process'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod'
import type { SourceMutant } from './source-mutant.ts'

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const run = promisify(execFile)

/** What Vitest reports, as far as it is read here. */
const Report = z.object({
  numTotalTests: z.number().positive(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
})

/** On a busy machine a test takes too long whatever the source: that says nothing of a mutant. */
const hasTimedOut = ({ failureMessages }: { failureMessages: readonly string[] }): boolean =>
  failureMessages.some((message) => message.includes('timed out in'))

/**
 * Runs a file of tests with a mutant's change.
 * @param file below the root of the repository
 * @returns the name of the first test that fails, and not for want of time, or null
 * @throws {Error} where no test ran at all
 */
export const failingTest = async (
  { name }: SourceMutant,
  file: string,
  signal?: AbortSignal,
): Promise<string | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'attendance-mutant-'))
  const report = join(folder, 'report.json')
  try {
    const vitest = path('../../../node_modules/vitest/vitest.mjs')
    const { CI: _ci, ...env } = process.env
    await run(
      process.execPath,
      [
        ...[vitest, 'run', '--config', path('vitest.config.ts')],
        ...['--reporter', 'json', '--outputFile', report, file],
      ],
      { cwd: path('../../../'), env: { ...env, MUTANT: name }, ...(signal && { signal }) },
    ).catch(async (error: unknown) => {
      // With tests that fail it ends with status 1, and reports.
      await access(report).catch(() => {
        throw error
      })
    })
    const { testResults } = Report.parse(JSON.parse(await readFile(report, 'utf8')))
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = all.filter(({ status }) => status === 'failed')
    return failed.find((each) => !hasTimedOut(each))?.fullName ?? null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
