import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { newCommand } from '../local/command-line.ts'

newCommand('node scripts/test-totals.ts')
  .description('Prints the totals of the last test run')
  .parse()

/**
 * Prints the totals of the last test run as `N passed, N failed`, from the runner's own
 * report, and fails where a test failed, was skipped, or none ran.
 */
const Report = z.object({
  numTotalTests: z.int(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
})

const report = Report.parse(JSON.parse(readFileSync('reports/tests.json', 'utf8')))
const { numTotalTests: total, numPassedTests: passed, numFailedTests: failed } = report
const skipped = total - passed - failed
if (skipped > 0) process.stderr.write(`${skipped} tests were skipped\n`)
if (total === 0) process.stderr.write('No test ran\n')
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && skipped === 0 && total > 0 ? 0 : 1
