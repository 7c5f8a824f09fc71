import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/** Runs some work and writes a CPU profile of it, as `node --cpu-prof` would of a whole process. */
export const profiled = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  try {
    return await work()
  } finally {
    const { profile } = await session.post('Profiler.stop')
    writeFileSync(file, JSON.stringify(profile))
    session.disconnect()
  }
}
