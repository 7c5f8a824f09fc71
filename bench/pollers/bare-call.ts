import { type Agent, request } from 'node:http'

const headers = {
  accept: 'application/json',
  authorization: 'Bearer a-token',
  'content-type': 'application/json',
}

/** The least that asks over connections that are kept, and understands the answer. */
export const bareCall = (agent: Agent, address: URL, body: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject)
      answer.once('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
    })
    sent.once('error', reject).end(JSON.stringify(body))
  })
