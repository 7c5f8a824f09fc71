import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { newCommand } from '../local/command-line.ts'

newCommand('node scripts/test-totals.ts')
  .description('Prints the totals of the last test runs')
  .parse()

/** What `npm test` runs, and what CI runs beside it. */
const reports = ['reports/tests.json', 'reports/ci-tests.json']

/**
 * Prints the totals of the last test runs as `N passed, N failed`, from the runner's own
 * reports, and fails where a test failed, was skipped, or none ran.
 */
const Report = z.object({
  numTotalTests: z.int(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
})

const runs = reports.map((path) => Report.parse(JSON.parse(readFileSync(path, 'utf8'))))
const sum = (count: (run: z.infer<typeof Report>) => number): number =>
  runs.reduce((total, run) => total + count(run), 0)
const total = sum((run) => run.numTotalTests)
const passed = sum((run) => run.numPassedTests)
const failed = sum((run) => run.numFailedTests)
const skipped = total - passed - failed
if (skipped > 0) process.stderr.write(`${skipped} tests were skipped\n`)
const isEmpty = runs.some((run) => run.numTotalTests === 0)
if (isEmpty) process.stderr.write('No test ran\n')
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && skipped === 0 && !isEmpty ? 0 : 1
