import { expect } from 'vitest'
import { second } from '../../lib/attendance/moments.ts'
import { absence, anEvent } from '../alerts/support/events.ts'
import { test } from './support/webhook-test.ts'

test('an endpoint for holidays alone is not sent what one was before', async ({ start }) => {
  const world = await start({
    name: 'payroll',
    show: 'full',
    where: { absenceTypes: ['Holiday'] },
  })
  const { received } = world.receiver('payroll')
  const changes = [
    { field: '$type', before: 'Sickness', after: 'Holiday' },
    { field: 'note', before: 'burn-out, see GP letter', after: 'Crete' },
    { field: 'end', before: null, after: absence.end },
  ]
  world.publish(
    anEvent('absence-amended', {
      absence: { ...absence, $type: 'Holiday', note: 'Crete' },
      changes,
    }),
  )
  await world.run(world.now() + second)
  expect(received).toHaveLength(1)
  expect(JSON.parse(received[0]?.raw ?? '').data).toMatchObject({
    absence: { $type: 'Holiday', note: 'Crete' },
    changes: [{ field: '$type', before: null, after: 'Holiday' }, changes[2]],
  })
})
