import * as z from 'zod'
import { usageOfThis } from '../measuring/usage.ts'
import { answerTo } from '../organisation/answers.ts'
import { serveAnswers } from '../serve.ts'
import { clockInsShown } from './clock-ins.ts'

/**
 * A Workforce API whose employees clock in once it is told when, in a process of its own, that says what it has used
 * when it is asked. Arguments: employees, clock-ins, latency in milliseconds.
 */

const [employees = 0, clockIns = 0, latency = 0] = process.argv.slice(2).map(Number)

let begin: number | null = null
process.on('message', (message) => {
  begin = z.object({ begin: z.int().nullable().default(begin) }).parse(message).begin
  process.send?.(usageOfThis())
})

const shown = clockInsShown({ employees, clockIns })
await serveAnswers(latency, (path, body) =>
  answerTo(employees, path, body, (employee, _from, to) => shown(employee, begin, to)),
)
