import * as fc from 'fast-check'
import * as z from 'zod'
import { type ApiDocument, type Operation, readDocument } from './document.ts'
import { problemOf } from './judge.ts'
import { type Question, questionsOf } from './requests.ts'
import { type ApiAnswer, createSender, type Send } from './send.ts'
import type { Known } from './values.ts'

/** An answer that is not as the document describes it, with the smallest question found. */
export type Finding = { operation: string; problem: string; question: Question; answer: ApiAnswer }

export type TesterOptions = {
  baseUrl: string
  /** Of an application that the service knows. */
  clientId: string
  clientSecret: string
  /** Questions to each operation. */
  examples: number
  /** Decides the questions. */
  seed: number
  /** Asks nothing more after so many milliseconds; what has been asked until then counts. */
  atMost?: number
}

/** What a run has done. `asked` counts answers by operation and status. */
export type TesterResult = { findings: Finding[]; asked: Map<string, Map<number, number>> }

const Page = z.object({
  items: z.array(z.object({ id: z.string() })),
  continuationToken: z.string().nullable(),
})
const Token = z.object({ access_token: z.string() })

const requestToken = async (send: Send, { clientId, clientSecret }: TesterOptions) => {
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }
  const { body } = await send({
    method: 'POST',
    path: '/connect/token',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  return `Bearer ${Token.parse(JSON.parse(body)).access_token}`
}

/** The ids of some whom a listing names, so that questions are about somebody. */
const knownIds = async (send: Send, authorization: string): Promise<string[]> => {
  const headers = { Authorization: authorization }
  const { body } = await send({ method: 'POST', path: '/employees/v1/query', headers, body: null })
  return Page.parse(JSON.parse(body)).items.map(({ id }) => id)
}

/** The same question with the token of its answer, where the answer has one. */
const nextOf = (question: Question, { status, body }: ApiAnswer): Question | null => {
  const { request } = question
  if (question.kind !== 'described') return null
  const page = status === 200 ? Page.safeParse(JSON.parse(body)) : undefined
  if (!page?.success || page.data.continuationToken === null) return null
  const { continuationToken } = page.data
  const asked = request.body === null || request.body === '' ? {} : JSON.parse(request.body)
  return {
    ...question,
    request: { ...request, body: JSON.stringify({ ...asked, continuationToken }) },
  }
}

/** Asks, and goes on to the next page; what a page's own token is refused for is a finding. */
const firstProblem = async (
  operation: Operation,
  question: Question,
  ask: (question: Question) => Promise<ApiAnswer>,
): Promise<Omit<Finding, 'operation'> | null> => {
  const answer = await ask(question)
  const problem = problemOf(operation, question, answer)
  if (problem !== null) return { problem, question, answer }
  const next = nextOf(question, answer)
  if (next === null) return null
  const page = await ask(next)
  const refused = page.status === 200 ? null : 'the token of a page is refused'
  const nextProblem = refused ?? problemOf(operation, next, page)
  return nextProblem === null ? null : { problem: nextProblem, question: next, answer: page }
}

const test = async (
  operation: Operation,
  document: ApiDocument,
  { examples, seed, atMost = Number.POSITIVE_INFINITY }: TesterOptions,
  known: Known,
  authorization: string,
  ask: (question: Question) => Promise<ApiAnswer>,
): Promise<Finding | null> => {
  let finding: Finding | null = null
  const property = fc.asyncProperty(
    questionsOf(operation, document, known, authorization),
    async (question) => {
      const found = await firstProblem(operation, question, ask)
      if (found === null) return true
      finding = { operation: operation.id, ...found }
      return false
    },
  )
  const { failed, errorInstance, counterexample } = await fc.check(property, {
    numRuns: examples,
    seed,
    ...(Number.isFinite(atMost) && { interruptAfterTimeLimit: atMost }),
  })
  if (failed && finding === null)
    throw new Error(`${operation.id}: ${JSON.stringify(counterexample)}`, { cause: errorInstance })
  return finding
}

/** Asks every operation of the document that a service gives of itself, and judges its answers. */
export const testApi = async (options: TesterOptions): Promise<TesterResult> => {
  const { send, close } = createSender(options.baseUrl)
  try {
    const get = { method: 'GET', path: '/openapi.json', headers: {}, body: null }
    const document = readDocument(JSON.parse((await send(get)).body))
    const authorization = await requestToken(send, options)
    const known = { ids: await knownIds(send, authorization), now: Date.now() }
    const asked: TesterResult['asked'] = new Map()
    const findings: Finding[] = []
    for (const operation of document.operations) {
      const counts = new Map<number, number>()
      asked.set(operation.id, counts)
      const ask = async ({ request }: Question): Promise<ApiAnswer> => {
        const answer = await send(request)
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
        return answer
      }
      const finding = await test(operation, document, options, known, authorization, ask)
      if (finding !== null) findings.push(finding)
    }
    return { findings, asked }
  } finally {
    close()
  }
}
