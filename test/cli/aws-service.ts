import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SSMClient } from '@aws-sdk/client-ssm'
import { STSClient } from '@aws-sdk/client-sts'
import { onTestFinished } from 'vitest'

export type Answer = { status: number; type: string; body: string }

/** STS speaks XML. */
export const identityOf = (account: string): Answer => ({
  status: 200,
  type: 'text/xml',
  body:
    '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">' +
    `<GetCallerIdentityResult><Account>${account}</Account></GetCallerIdentityResult>` +
    '</GetCallerIdentityResponse>',
})

export const stsError = (code: string): Answer => ({
  status: 403,
  type: 'text/xml',
  body:
    '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error>' +
    `<Type>Sender</Type><Code>${code}</Code><Message>…</Message></Error></ErrorResponse>`,
})

/** SSM speaks JSON. */
export const parameter = (value: string): Answer => ({
  status: 200,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify({ Parameter: { Value: value } }),
})

export const ssmError = (name: string): Answer => ({
  status: 400,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify({ __type: name }),
})

/** An AWS service that always answers the same, and the real clients that reach it. */
export const awsAnswering = async ({ status, type, body }: Answer) => {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const config = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  }
  return { sts: new STSClient(config), ssm: new SSMClient(config) }
}
