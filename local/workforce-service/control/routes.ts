import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { asUtc, epochMs } from '../../../lib/attendance/moments.ts'
import { Absence } from '../../../lib/workforce/contract/absence.ts'
import { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { Employee } from '../../../lib/workforce/contract/employee.ts'
import { DateTimeString, Uuid } from '../../../lib/workforce/contract/formats.ts'
import type { SettableClock } from '../../clock.ts'
import { checkedValue, readBody, readUncheckedBody } from '../bodies.ts'
import { invalidField } from '../problems.ts'
import type { Records } from '../records.ts'
import { Fault, type Faults } from './faults.ts'
import type { RequestCounts } from './request-counts.ts'

const ClockSetting = z.strictObject({
  now: DateTimeString.optional(),
  speed: z.number().min(0).optional(),
})

const idOf = (c: Context): string => {
  const id = Uuid.safeParse(c.req.param('id'))
  if (!id.success) throw invalidField('id', 'The id in the path must be a UUID')
  return id.data.toLowerCase()
}

/** The body as a resource with the id of the path, which the body may leave out. */
const readResource = async <Schema extends z.ZodType<{ id: string }>>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> => {
  const id = idOf(c)
  const body = await readUncheckedBody(c.req)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const resource = checkedValue(schema, isObject ? { id, ...body } : body)
  if (resource.id.toLowerCase() !== id) throw invalidField('id', 'Must be the id in the path')
  return { ...resource, id }
}

const clockingInUtc = (clocking: Clocking): Clocking => ({
  ...clocking,
  employeeId: clocking.employeeId.toLowerCase(),
  start: asUtc(clocking.start),
  end: clocking.end && asUtc(clocking.end),
  breaks: clocking.breaks.map((pause) => ({
    id: pause.id.toLowerCase(),
    start: asUtc(pause.start),
    end: pause.end && asUtc(pause.end),
  })),
})

const recordRoutes = (records: Records) =>
  new Hono()
    .put('/employees/:id', async (c) => {
      const employee = await readResource(c, Employee)
      records.putEmployee(employee)
      return c.json(employee)
    })
    .delete('/employees/:id', (c) => {
      records.deleteEmployee(idOf(c))
      return c.body(null, 204)
    })
    .put('/clockings/:id', async (c) => {
      const clocking = clockingInUtc(await readResource(c, Clocking))
      records.putClocking(clocking)
      return c.json(clocking)
    })
    .delete('/clockings/:id', (c) => {
      records.deleteClocking(idOf(c))
      return c.body(null, 204)
    })
    .put('/absences/:id', async (c) => {
      const written = await readResource(c, Absence)
      const absence = { ...written, employeeId: written.employeeId.toLowerCase() }
      records.putAbsence(absence)
      return c.json(absence)
    })
    .delete('/absences/:id', (c) => {
      records.deleteAbsence(idOf(c))
      return c.body(null, 204)
    })

const clockJson = (clock: SettableClock) => ({
  now: new Date(clock.now()).toISOString(),
  speed: clock.speed,
})

const clockRoutes = (clock: SettableClock) =>
  new Hono()
    .get('/', (c) => c.json(clockJson(clock)))
    .put('/', async (c) => {
      const { now, speed } = await readBody(c.req, ClockSetting)
      clock.set({
        ...(now !== undefined && { now: epochMs(now) }),
        ...(speed !== undefined && { speed }),
      })
      return c.json(clockJson(clock))
    })

const faultRoutes = (faults: Faults) =>
  new Hono()
    .get('/', (c) => c.json(faults.list()))
    .post('/', async (c) => {
      const fault = await readBody(c.req, Fault)
      faults.add(fault)
      return c.json(fault, 201)
    })
    .delete('/', (c) => {
      faults.clear()
      return c.body(null, 204)
    })

/** What the control API works on. */
export type ControlParts = {
  records: Records
  clock: SettableClock
  faults: Faults
  counts: RequestCounts
}

/** The control API, which scripts and tests steer the service with. It asks for no token. */
export const controlRoutes = ({ records, clock, faults, counts }: ControlParts): Hono =>
  new Hono()
    .route('/', recordRoutes(records))
    .route('/clock', clockRoutes(clock))
    .route('/faults', faultRoutes(faults))
    .get('/requests', (c) => c.json(counts))
