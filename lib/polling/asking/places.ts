import pLimit from 'p-limit'
import type { EpochMs } from '../../attendance/moments.ts'

/** How many questions are on their way at once. */
export type InFlight = {
  usual: number
  /** With those that take long. */
  most: number
}

type Time = {
  /** By the clock of the machines. */
  machineNow: () => EpochMs
  /** Waits by that clock. @throws the signal's reason, when it is aborted */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Whoever waits for an answer for longer, in milliseconds, takes no place from others. */
const patience = 3_000

/**
 * Asks some, so many at once, the first of them first. Where some take long, as where calls hang, others come in their place,
 * so that they do not hold up all who come after them.
 */
export const askInPlaces = async <Who, Outcome>(
  some: readonly Who[],
  ask: (who: Who) => Promise<Outcome>,
  { usual, most }: InFlight,
  { machineNow, wait }: Time,
): Promise<Outcome[]> => {
  const places = pLimit(usual)
  const onTheirWay = new Set<{ begun: EpochMs }>()
  const over = new AbortController()
  const makeRoom = async (): Promise<void> => {
    while (places.pendingCount > 0) {
      await wait(patience, over.signal)
      const late = [...onTheirWay].filter(({ begun }) => machineNow() - begun >= patience)
      places.concurrency = Math.max(usual, Math.min(most, usual + late.length))
    }
  }
  const asked = some.map((who) =>
    places(async () => {
      const own = { begun: machineNow() }
      onTheirWay.add(own)
      return await ask(who).finally(() => onTheirWay.delete(own))
    }),
  )
  if (most > usual) makeRoom().catch(() => undefined)
  try {
    return await Promise.all(asked)
  } finally {
    over.abort()
  }
}
