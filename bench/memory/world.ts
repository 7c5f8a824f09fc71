import * as z from 'zod'
import { Settings } from '../../lib/settings/settings.ts'
import { createResources } from '../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../local/aws/sdk-environment.ts'
import { startChild } from '../measuring/child.ts'

const latency = 50

const settingsFor = (apiUrl: string, shardSize: number): Settings =>
  Settings.parse({
    name: 'bench',
    workforce: { apiUrl, authUrl: apiUrl, requestsPerSecond: 200 },
    workday: { timeZone: 'Europe/London' },
    polling: { lookbackHours: 168, shardSize },
  })

/** An organisation of so many, and an embedded AWS, in processes of their own. */
export const startWorld = async (employees: number, shardSize: number) => {
  const upstream = await startChild('memory/upstream.ts', String(employees), String(latency))
  const aws = await startChild('embedded-aws.ts')
  const url = String(upstream.said)
  const endpoints = z
    .object({ dynamoDb: z.string(), messaging: z.string(), secretsManager: z.string() })
    .parse(aws.said)
  useEmbeddedAws(endpoints, process.env)
  const resources = await createResources(endpoints, { clientId: 'bench', clientSecret: 'bench' })
  return {
    url,
    upstream,
    resources,
    messaging: endpoints.messaging,
    settings: settingsFor(url, shardSize),
    end: () => {
      upstream.end()
      aws.end()
    },
  }
}
