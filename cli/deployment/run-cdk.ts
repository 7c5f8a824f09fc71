import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithNpm } from '../../local/end-with-npm.ts'

const cdk = fileURLToPath(new URL('../../node_modules/aws-cdk/bin/cdk', import.meta.url))

/**
 * Runs the CDK's command line in this terminal, whose Ctrl-C it gets itself; SIGTERM is passed on,
 * and how the CDK takes it is waited for.
 * @returns its exit code
 */
export const runCdk = async (
  args: readonly string[],
  variables: Record<string, string>,
): Promise<number> => {
  const env = { ...process.env, CDK_DISABLE_VERSION_CHECK: '1', ...variables }
  const running = spawn(process.execPath, [cdk, ...args], { stdio: 'inherit', env })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => void running.kill('SIGTERM'))
  endWithNpm()
  const [code] = await once(running, 'exit')
  return typeof code === 'number' ? code : 1
}
