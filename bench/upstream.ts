import { answerTo } from './organisation/answers.ts'
import { serveAnswers } from './serve.ts'

/** A Workforce API of so many employees, in a process of its own. Arguments: employees, latency in milliseconds. */

const [, , employees = '', latency = ''] = process.argv

await serveAnswers(Number(latency), (path, body) => answerTo(Number(employees), path, body))
