import { stdout } from 'node:process'
import { createWorkforceClient } from '../../../lib/workforce/client.ts'
import { WorkforceError } from '../../../lib/workforce/errors.ts'
import { readWhole } from '../../../lib/workforce/whole-answer.ts'
import { employeeId } from '../../harness/builders.ts'

/** Reads the whole listing at each path of a service in turn, and tells what came of it. */
const [, , url = '', ...paths] = process.argv

const outcomeOf = async (path: string): Promise<string> => {
  const client = createWorkforceClient({
    baseUrl: `${url}/${path}`,
    authUrl: url,
    credentials: async () => ({ clientId: 'an-application', clientSecret: 'x' }),
    requestsPerSecond: 10_000,
    retry: { attempts: 1 },
  })
  try {
    const { isStable } = await readWhole(() => client.listClockings({ employeeId }))
    return isStable ? 'listed' : 'unstable'
  } catch (error) {
    return error instanceof WorkforceError ? error.kind : String(error)
  } finally {
    await client.close()
  }
}

for (const path of paths) stdout.write(`${path}: ${await outcomeOf(path)}\n`)
