import { endWithNpm } from '../end-with-npm.ts'
import { readServiceOptions } from './options.ts'
import { type RunningService, startWorkforceService } from './start.ts'

const describe = ({ baseUrl, clientId, clientSecret, controlUrl }: RunningService): string =>
  `The Workforce API listens on ${baseUrl} (Ctrl-C ends it).

  client id      ${clientId}
  client secret  ${clientSecret}
  control API    ${controlUrl}

Who works here:

  TOKEN=$(curl -s ${baseUrl}/connect/token -d grant_type=client_credentials \\
    -d client_id=${clientId} \\
    -d client_secret=${clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -s ${baseUrl}/employees/v1/query -X POST -H "Authorization: Bearer $TOKEN"
`

const asJson = (service: RunningService): string => {
  const { baseUrl, authUrl, problemsUrl, controlUrl, clientId, clientSecret } = service
  return `${JSON.stringify({ baseUrl, authUrl, problemsUrl, controlUrl, clientId, clientSecret })}\n`
}

const { json, ...options } = readServiceOptions(process.argv)
endWithNpm()
try {
  const service = await startWorkforceService(options)
  process.stdout.write(json ? asJson(service) : describe(service))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void service.close())
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : 'failed to start'}\n`)
  process.exitCode = 1
}
