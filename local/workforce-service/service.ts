import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { openApiDocument } from '../../lib/workforce/contract/openapi.ts'
import {
  type OperationName,
  operations,
  tokenPath,
} from '../../lib/workforce/contract/operations.ts'
import type { SettableClock } from '../clock.ts'
import { listAbsences } from './api/absences.ts'
import { requireBearer } from './api/bearer.ts'
import { listClockings } from './api/clockings.ts'
import { listEmployees, putExternalReference } from './api/employees.ts'
import { createPageTokens } from './api/paging.ts'
import { tokenEndpoint } from './api/token.ts'
import { type ClientCredentials, credentialsOf } from './client-credentials.ts'
import { createFaults, type RequestKind } from './control/faults.ts'
import { playFault } from './control/play-fault.ts'
import { countRequests, noRequests } from './control/request-counts.ts'
import { controlRoutes } from './control/routes.ts'
import { crossOrigin } from './cross-origin.ts'
import { createIssuedTokens } from './issued-tokens.ts'
import { landingPage } from './landing-page.ts'
import type { Organisation } from './organisation.ts'
import { createRecordsWithPast } from './past-records.ts'
import { ProblemAnswer, problemResponse } from './problems.ts'
import { problemsPage } from './problems-page.ts'
import type { ServiceEnv } from './service-env.ts'

const maxBodyBytes = 1_000_000

export type ServiceOptions = {
  organisation: Organisation
  clock: SettableClock
  /** Decides the client's credentials and the signature of continuation tokens. */
  seed: number
  /** Where it listens, which its problem types and its own description name. */
  baseUrl: string
}

/** The base of the problem types of a service. */
export const problemsUrlOf = (baseUrl: string): string => `${baseUrl}/problems`

/** The Workforce API of one organisation as a web application, without a server. */
export type WorkforceService = {
  /** @param outgoing where the answer will be sent, which some faults break */
  fetch(request: Request, outgoing?: ServerResponse): Response | Promise<Response>
  credentials: ClientCredentials
}

const failureResponse = (error: unknown, problemsUrl: string): Response =>
  problemResponse(
    error instanceof ProblemAnswer ? error : new ProblemAnswer(500, 'The service failed.'),
    problemsUrl,
  )

const methodNotAllowed = (allowed: string) => (): never => {
  throw new ProblemAnswer(405, `Only ${allowed} is allowed here.`, { headers: { Allow: allowed } })
}

const newApplication = (problemsUrl: string) => {
  const app = new Hono<ServiceEnv>()
  app.onError((error) => failureResponse(error, problemsUrl))
  app.notFound(() => failureResponse(new ProblemAnswer(404, 'There is no such path.'), problemsUrl))
  const onError = () => {
    throw new ProblemAnswer(413, `A body has at most ${maxBodyBytes} bytes.`)
  }
  app.use(crossOrigin)
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError }))
  return app
}

/** Puts together the four operations, the token endpoint and the control API. */
export const createWorkforceService = ({
  organisation,
  clock,
  seed,
  baseUrl,
}: ServiceOptions): WorkforceService => {
  const credentials = credentialsOf(seed)
  const tokens = createIssuedTokens(clock)
  const pages = createPageTokens(createHash('sha256').update(`pages/${seed}`).digest('hex'))
  const records = createRecordsWithPast(organisation, clock)
  const faults = createFaults()
  const counts = noRequests()

  const watched = (kind: RequestKind) =>
    [countRequests(counts, kind), playFault(kind, { faults, tokens, records, clock })] as const
  const bearer = requireBearer(tokens)
  const handlers = {
    employees: listEmployees(pages, clock),
    externalReference: putExternalReference(records),
    clockings: listClockings(pages, clock),
    absences: listAbsences(pages, clock),
  }

  const app = newApplication(problemsUrlOf(baseUrl))
  app.post(tokenPath, ...watched('token'), tokenEndpoint(credentials, tokens))
  app.all(tokenPath, methodNotAllowed('POST'))
  for (const name of Object.keys(operations) as OperationName[]) {
    const { method, path } = operations[name]
    const route = path.replace(/{(\w+)}/g, ':$1')
    app.on(method, route, ...watched(name), bearer, handlers[name])
    app.all(route, methodNotAllowed(method))
  }
  app.route('/control', controlRoutes({ records, clock, faults, counts }))
  app.get('/', (c) => c.html(landingPage({ baseUrl, credentials })))
  app.get('/openapi.json', (c) => c.json(openApiDocument({ baseUrl, authUrl: baseUrl })))
  app.get('/problems', (c) => c.html(problemsPage))
  for (const page of ['/', '/openapi.json', '/problems'])
    app.all(page, methodNotAllowed('GET, HEAD'))

  return {
    fetch: (request, outgoing) => app.fetch(request, outgoing ? { outgoing } : {}),
    credentials,
  }
}
