import { startEmbeddedAws } from '../local/aws/start.ts'

/** The embedded AWS in a process of its own; tells its parent where its engines listen. */

const { endpoints } = await startEmbeddedAws({ folder: null })
process.send?.(endpoints)
process.once('disconnect', () => process.exit())
