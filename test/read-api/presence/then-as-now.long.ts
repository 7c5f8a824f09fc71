import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { epochMs, hour } from '../../../lib/attendance/moments.ts'
import { publishToLog } from '../../../lib/polling/publishing/publish-to-log.ts'
import type { PublishedEvent } from '../../../lib/publishing/publication.ts'
import { publishAndHandOn } from '../../../lib/publishing/publish-and-hand-on.ts'
import { getPresence } from '../../../lib/read-api/presence/get-presence.ts'
import { PresenceQuery } from '../../../lib/read-api/requests.ts'
import { laneOf } from '../../../lib/store/events/lanes.ts'
import { createLogWriter } from '../../../lib/store/events/log-writer.ts'
import { createSegmentStore } from '../../../lib/store/events/segment-store.ts'
import { rules } from '../../harness/builders.ts'
import type { Engines } from '../../harness/engines.ts'
import type { World } from '../../harness/world.ts'
import { test } from '../../harness/world-test.ts'
import { workingDays } from '../support/working-days.ts'

/** Has what a world publishes logged, too. @returns who is where, now or at a past moment, in one text each */
const loggedPresence = async ({ ports, shards, employees }: World, engines: Engines) => {
  const eventsTable = `events-${randomUUID()}`
  await engines.createTable(eventsTable)
  const segments = createSegmentStore(engines.documents, eventsTable)
  const { now, delivery } = ports
  const writer = createLogWriter(segments, { days: 30, now, machineNow: now })
  Object.assign(delivery, {
    publish: publishAndHandOn<PublishedEvent>(delivery.publish, publishToLog(writer)),
  })
  const asking = { shards, employees, segments, now, days: 30, isTimeUp: () => false }
  const showing = {
    privacy: rules().privacy,
    onUnreadable: () => {
      throw new Error('An event cannot be read')
    },
  }
  return {
    firstLogged: async () => (await segments.after(laneOf('0001'), 0, 1))[0]?.writtenAt ?? '',
    ask: async (at?: string): Promise<string[]> => {
      const { people } = await getPresence(PresenceQuery.parse({ at }), asking, rules(), showing)
      return people.map(({ employee: { id }, presence, since, absence }) =>
        [id, presence, since, absence?.id ?? ''].join(' '),
      )
    },
  }
}

// The clocks of London, where they are, go back on the twenty-fifth.
test.for([1, 2, 3])(
  'who was where is told later as it was told then, whoever has left and come back since: %i',
  { timeout: 300_000 },
  async (seed, { start, engines }) => {
    const world = await start({ now: '2026-10-23T05:00:00Z' })
    const { firstLogged, ask } = await loggedPresence(world, engines)
    const people = 8
    await world.hire(1, people)
    await world.refreshTwice()
    await world.poll()
    const goOn = workingDays(world, people, seed)
    const told = new Map<string, string[]>()
    for (let step = 0; step < 110; step++) {
      await goOn()
      if (step % 3 === 0) await world.refresh()
      await world.poll()
      told.set(world.moment(), await ask())
    }
    const first = epochMs(await firstLogged())
    const known = [...told].filter(([at]) => epochMs(at) >= first)
    for (const days of [0, 2]) {
      for (let polls = 0; polls < days * 3; polls++) {
        world.pass(8 * hour)
        await world.refresh()
        await world.poll()
      }
      for (const [at, then] of known) expect(await ask(at), at).toEqual(then)
    }
  },
)
