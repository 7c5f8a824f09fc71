import { expect } from 'vitest'
import { test } from '../support/alert-test.ts'
import { absence, amina, anEvent, aRule, clocking } from '../support/events.ts'
import { at, seen, textsOf } from '../support/morning.ts'

test.for([
  ['note', 'Crete', 'Malta', 'Rome'],
  ['isPaid', true, false, true],
  ['displayName', 'Leave', 'Holiday', 'Annual leave'],
] as const)(
  'who read that the %s of an absence was corrected reads of the next correction',
  async ([field, first, second, third], { start }) => {
    const rule = aRule({ on: ['absence-started', 'absence-amended'], show: 'full', group: 0 })
    const world = await start([rule])
    const known = { ...absence, $type: 'Holiday' as const }
    const amended = (before: string | boolean, after: string | boolean, n: number) =>
      anEvent('absence-amended', { absence: known, changes: [{ field, before, after }] }, seen(n))
    world.publish(amended(first, second, 3))
    await world.run(at(5))
    world.deploy([{ ...rule, on: ['absence-started'] }])
    world.publish(amended(second, third, 20))
    await world.run()
    expect(textsOf(world)).toHaveLength(2)
  },
)

test.for([
  ['the zone', 'startTimeZone', 'Asia/Tokyo', 'Europe/Paris'],
  ['when it began, by the clock of a zone,', 'start', at(1), at(2)],
] as const)(
  'who read that %s of a clocking was corrected reads that the zone is another',
  async ([, field, before, after], { start }) => {
    const world = await start([
      aRule({ on: ['clocking-amended'], where: { jobTitles: ['Nurse'] }, group: 0 }),
    ])
    const inParis = { ...clocking, startTimeZone: 'Europe/Paris' }
    const changes = [{ field, before, after }]
    world.publish(anEvent('clocking-amended', { clocking: inParis, changes }, seen(3)))
    await world.run(at(5))
    const matron = { ...amina, jobTitle: 'Matron' }
    const zone = [{ field: 'startTimeZone', before: 'Europe/Paris', after: 'Europe/London' }]
    world.publish(
      anEvent('clocking-amended', { employee: matron, clocking, changes: zone }, seen(6)),
    )
    await world.run()
    expect(textsOf(world)).toHaveLength(2)
  },
)
