import { startEmbeddedAws } from '../local/aws/start.ts'
import { usageOfThis } from './measuring/usage.ts'

/** The embedded AWS in a process of its own; tells its parent where its engines listen, and what it has used, when asked. */

const { endpoints } = await startEmbeddedAws({ folder: null })
process.send?.(endpoints)
process.on('message', () => process.send?.(usageOfThis()))
process.once('disconnect', () => process.exit())
