import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { second, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { test } from './support/webhook-test.ts'

test('an endpoint that answers 101 fails like any other that does not answer 2xx', async ({
  start,
}) => {
  const world = await start({ name: 'payroll', timeoutSeconds: 1 })
  const { behaveAs } = world.receiver('payroll')
  behaveAs((_response, request) =>
    request.socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    ),
  )
  world.publish(aClockIn(1, utc(world.now())))
  const isOver = world.run(world.now() + second).then(() => true)
  expect(await Promise.race([isOver, pause(5 * second, false)])).toBe(true)
  const [kept] = await world.ports.deliveries.recent('payroll', 1)
  expect(kept?.attempts).toBe(1)
}, 15_000)
