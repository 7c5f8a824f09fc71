import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import * as z from 'zod'
import { closeServer, listenOnLoopback } from '../loopback.ts'
import type { Engine } from './dynamodb.ts'

type Version = { arn: string; name: string; value: string; versionId: string; createdAt: number }

/** A refusal as AWS spells it: the type that SDK clients turn into an exception. */
class SecretsError extends Error {
  readonly type: string
  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

const SecretId = z.object({ SecretId: z.string() })
const Create = z.object({ Name: z.string(), SecretString: z.string() })
const Put = SecretId.extend({ SecretString: z.string() })

const arnOf = (name: string) =>
  `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}-local0`

const createSecrets = () => {
  const secrets = new Map<string, Version>()
  const write = (name: string, value: string): Version => {
    const version = {
      arn: arnOf(name),
      name,
      value,
      versionId: randomUUID(),
      createdAt: Date.now() / 1_000,
    }
    secrets.set(name, version)
    return version
  }
  const find = (id: string): Version => {
    const found = [...secrets.values()].find(({ name, arn }) => name === id || arn === id)
    if (found !== undefined) return found
    const message = "Secrets Manager can't find the specified secret."
    throw new SecretsError('ResourceNotFoundException', message)
  }
  return { write, find, has: (name: string) => secrets.has(name) }
}

const written = ({ arn, name, versionId }: Version) => ({
  ARN: arn,
  Name: name,
  VersionId: versionId,
})

const operationsOn = (
  secrets: ReturnType<typeof createSecrets>,
): Record<string, (body: unknown) => object> => ({
  CreateSecret: (body) => {
    const { Name, SecretString } = Create.parse(body)
    if (secrets.has(Name))
      throw new SecretsError('ResourceExistsException', `The secret ${Name} already exists.`)
    return written(secrets.write(Name, SecretString))
  },
  PutSecretValue: (body) => {
    const { SecretId: id, SecretString } = Put.parse(body)
    return written(secrets.write(secrets.find(id).name, SecretString))
  },
  GetSecretValue: (body) => {
    const version = secrets.find(SecretId.parse(body).SecretId)
    return {
      ...written(version),
      SecretString: version.value,
      VersionStages: ['AWSCURRENT'],
      CreatedDate: version.createdAt,
    }
  },
})

const failure = (error: unknown): { __type: string; message: string } => {
  if (error instanceof SecretsError) return { __type: error.type, message: error.message }
  if (error instanceof z.ZodError)
    return { __type: 'InvalidRequestException', message: 'A field is missing or not a string.' }
  return { __type: 'InvalidRequestException', message: 'The body is not JSON.' }
}

/**
 * Secrets Manager (AWS JSON 1.1), embedded and in memory: as much of it as the system uses.
 * @param port 0 takes any free one
 */
export const startSecretsManager = async (port = 0): Promise<Engine> => {
  const operations = operationsOn(createSecrets())
  const app = new Hono()
  app.onError((error, c) => c.json(failure(error), 400))
  app.post('/', async (c) => {
    const target = c.req.header('x-amz-target') ?? ''
    const operation = operations[target.replace('secretsmanager.', '')]
    if (operation === undefined)
      throw new SecretsError('UnknownOperationException', `No such operation: ${target}`)
    const answer = operation(JSON.parse(await c.req.text()))
    return c.json(answer, 200, { 'content-type': 'application/x-amz-json-1.1' })
  })
  const server = createServer(getRequestListener(app.fetch))
  return { endpoint: await listenOnLoopback(server, port), close: () => closeServer(server) }
}
