import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listenOnLoopback } from '../../local/loopback.ts'
import { checkPorts, portsFrom, portsTaken } from '../../local/ports.ts'
import { freePorts } from './support/free-ports.ts'

test('a run takes ports that follow each other, or any', () => {
  expect(Object.values(portsFrom(4_010))).toEqual([4_010, 4_011, 4_012, 4_013, 4_014, 4_015])
  expect(Object.values(portsFrom(null))).toEqual(Array(portsTaken).fill(0))
})

test('a port that is in use is named', async () => {
  const server = createServer()
  const { port } = new URL(await listenOnLoopback(server))
  onTestFinished(() => closeServer(server))
  // Of ports that follow each other another may be in use, too.
  const ports = { ...portsFrom(null), dynamoDb: Number(port) }
  await expect(checkPorts(ports)).rejects.toThrow(`--ports: port ${port} is in use; choose others`)
})

test('ports that were looked at are free afterwards', async () => {
  const ports = portsFrom(await freePorts())
  await checkPorts(ports)
  await expect(checkPorts(ports)).resolves.toBeUndefined()
})
