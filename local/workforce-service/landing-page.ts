import { openApiDocument } from '../../lib/workforce/contract/openapi.ts'
import { operations, tokenPath } from '../../lib/workforce/contract/operations.ts'
import type { ClientCredentials } from './client-credentials.ts'

/** Whoever it is that may be told them: they open nothing but simulated people's records. */
type LandingPageParts = { baseUrl: string; credentials: ClientCredentials }

const rows = [{ method: 'POST', path: tokenPath }, ...Object.values(operations)]
  .map(({ method, path }) => `<li><code>${method} ${path}</code></li>`)
  .join('\n')

/** The page at the root of the service: what this is, and how to ask it. */
export const landingPage = ({ baseUrl, credentials }: LandingPageParts): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A local Workforce API</title>
<style>body { font: 1rem/1.5 system-ui; margin: 2rem auto; max-width: 44rem; padding: 0 1rem }
pre { background: #8881; overflow-x: auto; padding: 1rem }</style>
<h1>A local Workforce API</h1>
<p>${openApiDocument().info.description} The organisation is simulated: nobody in it exists.</p>
<ul>
${rows}
</ul>
<p>Its <a href="/openapi.json">OpenAPI document</a> describes them, and here is
<a href="/problems">what each problem means</a>. Who works here:</p>
<pre>
TOKEN=$(curl -s ${baseUrl}${tokenPath} -d grant_type=client_credentials \\
  -d client_id=${credentials.clientId} \\
  -d client_secret=${credentials.clientSecret} \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s ${baseUrl}${operations.employees.path} -X POST \\
  -H "Authorization: Bearer $TOKEN"
</pre>
</html>
`
