import { availableParallelism } from 'node:os'
import * as z from 'zod'

/** What a process has used since it began: CPU in milliseconds, and the most memory, in megabytes. */
export const ProcessUsage = z.object({ cpu: z.number(), peakMemory: z.number() })
export type ProcessUsage = z.infer<typeof ProcessUsage>

/** Of this process. */
export const usageOfThis = (): ProcessUsage => {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1_000, peakMemory: process.resourceUsage().maxRSS / 1_024 }
}

/** How many cores were busy with each part, on average, and how many there are. */
export type BusyCores = { byPart: Record<string, number>; of: number }

/**
 * Looks at the CPU of some parts.
 * @param cpuOf what each has used so far, in milliseconds, by name
 * @returns has it looked at again: how many cores were busy since the last look
 */
export const watchCores = async (cpuOf: () => Promise<Record<string, number>>) => {
  let [before, at] = [await cpuOf(), performance.now()]
  return async (): Promise<BusyCores> => {
    const [used, now] = [await cpuOf(), performance.now()]
    const byPart = Object.fromEntries(
      Object.entries(used).map(([part, cpu]) => [part, (cpu - (before[part] ?? 0)) / (now - at)]),
    )
    ;[before, at] = [used, now]
    return { byPart, of: availableParallelism() }
  }
}
