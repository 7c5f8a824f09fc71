import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attendanceApp } from '../../infra/attendance-app.ts'
import type { readEnvironments } from '../../infra/environments.ts'
import { UnusableStack } from '../../infra/unusable-stack.ts'
import { OperatorError } from '../or-one-line.ts'

/**
 * Checks the settings of environments before the CDK does, which would tell of them among its
 * own findings and those of others.
 * @throws {OperatorError} with one line for each problem of each of them
 */
export const checkSettings = (environments: ReturnType<typeof readEnvironments>): void => {
  const outdir = mkdtempSync(join(tmpdir(), 'attendance-settings-'))
  try {
    // What takes long is left out: bundles say nothing of settings.
    const postCliContext = { 'aws:cdk:bundling-stacks': [] }
    const problems = attendanceApp(environments, { outdir, postCliContext })
      .node.children.filter((child) => child instanceof UnusableStack)
      .flatMap((each) => each.problems)
    if (problems.length > 0) throw new OperatorError(problems.join('\n'))
  } finally {
    rmSync(outdir, { recursive: true })
  }
}
