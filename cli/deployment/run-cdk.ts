import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const cdk = fileURLToPath(new URL('../../node_modules/aws-cdk/bin/cdk', import.meta.url))

/**
 * Runs the CDK's command line in this terminal.
 * @returns its exit code
 */
export const runCdk = async (
  args: readonly string[],
  variables: Record<string, string>,
): Promise<number> => {
  const env = { ...process.env, CDK_DISABLE_VERSION_CHECK: '1', ...variables }
  const running = spawn(process.execPath, [cdk, ...args], { stdio: 'inherit', env })
  const [code] = await once(running, 'exit')
  return typeof code === 'number' ? code : 1
}
