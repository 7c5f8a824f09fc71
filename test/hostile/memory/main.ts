import { stdout } from 'node:process'
import { createWorkforceClient } from '../../../lib/workforce/client.ts'
import { WorkforceError } from '../../../lib/workforce/errors.ts'
import { employeeId } from '../../harness/builders.ts'

/** Lists from each path of a service in turn, keeping all that it says, and tells what came of it. */
const [, , url = '', ...paths] = process.argv

const outcomeOf = async (path: string): Promise<string> => {
  const client = createWorkforceClient({
    baseUrl: `${url}/${path}`,
    authUrl: url,
    credentials: async () => ({ clientId: 'an-application', clientSecret: 'x' }),
    requestsPerSecond: 10_000,
    retry: { attempts: 1 },
  })
  const kept: unknown[] = []
  try {
    for await (const page of client.listClockings({ employeeId })) kept.push(page)
    return 'listed'
  } catch (error) {
    return error instanceof WorkforceError ? error.kind : String(error)
  } finally {
    await client.close()
  }
}

for (const path of paths) stdout.write(`${path}: ${await outcomeOf(path)}\n`)
