import { randomUUID } from 'node:crypto'
import { forgetEmployee } from '../../../cli/forget/forget-employee.ts'
import { checkForgettable } from '../../../cli/forget/forgettable.ts'
import { holdingsOf } from '../../../cli/forget/holdings.ts'
import { dismiss, employ, personId } from './people.ts'
import { type SystemOptions, test as systemTest } from './system.ts'

/** A test with a system that somebody, the first person, leaves, is forgotten by, and is hired by again. */
export const test = systemTest.extend(
  'world',
  ({ start, engines }) =>
    async (options: SystemOptions = {}) => {
      const system = await start({ now: '2026-11-16T08:00:00Z', ...options })
      const deliveriesTable = `deliveries-${randomUUID()}`
      await engines.createTable(deliveriesTable)
      const { tableName: table, eventsTable } = system
      const tables = { documents: engines.documents, table, eventsTable, deliveriesTable }
      const confirmed = async (): Promise<void> => {
        await system.pollAfter(11)
        await system.refresh()
        await system.poll()
      }
      return {
        system,
        leave: async () => {
          dismiss(system.world, 1)
          await system.refresh()
          await confirmed()
        },
        /** As the command does. */
        forget: async () => {
          const holdings = await holdingsOf(tables, personId(1))
          checkForgettable(holdings, { lookbackHours: 24, isOpenToo: false })
          await forgetEmployee(tables, personId(1), holdings, system.clock.now)
        },
        hireAgainAt: async (moment: string) => {
          employ(system.world, 1)
          await system.refreshAt(moment)
          await confirmed()
        },
        /** Days on which the roster is read and everybody is polled. */
        days: async (count: number) => {
          for (let n = 0; n < count; n++) {
            await system.pollAfter(24 * 60)
            await system.refresh()
          }
        },
        told: async () => (await system.published()).filter((each) => each.startsWith('1 ')),
      }
    },
)
