import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkElsewhere } from '../../../local/aws/elsewhere.ts'
import { type EmbeddedAws, startEmbeddedAws } from '../../../local/aws/start.ts'
import { closeServer, listenOnLoopback } from '../../../local/loopback.ts'

const web = createServer((_request, response) => void response.end('<html>Welcome</html>'))
let webUrl: string
let aws: EmbeddedAws
beforeAll(async () => {
  webUrl = await listenOnLoopback(web)
  aws = await startEmbeddedAws({ folder: null })
})
afterAll(async () => {
  await Promise.all([closeServer(web), aws.close()])
})

test('engines that run already are used', async () => {
  const { dynamoDb, messaging } = aws.endpoints
  await expect(checkElsewhere({ dynamoDb, messaging })).resolves.toBeUndefined()
})

test('what answers otherwise is refused, by the name of its option', async () => {
  const { dynamoDb, messaging } = aws.endpoints
  await expect(checkElsewhere({ dynamoDb: webUrl, messaging: null })).rejects.toThrow(
    /^--dynamodb: no DynamoDB at this address: the answer is not that of AWS/,
  )
  await expect(checkElsewhere({ dynamoDb: messaging, messaging: null })).rejects.toThrow(
    /^--dynamodb: no DynamoDB/,
  )
  await expect(checkElsewhere({ dynamoDb: null, messaging: dynamoDb })).rejects.toThrow(
    /^--messaging: no SNS/,
  )
  await expect(checkElsewhere({ dynamoDb: null, messaging: webUrl })).rejects.toThrow(
    /^--messaging: no SQS/,
  )
})
