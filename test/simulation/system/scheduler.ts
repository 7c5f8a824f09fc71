import type { EpochMs } from '../oracle/moments.ts'

/** Virtual time: nothing waits, and what happens next is decided by moment, then by order. */
export type Scheduler = {
  now: () => EpochMs
  /** Runs something at a moment; at once, but after what is due before, where that has passed. */
  at: (moment: EpochMs, run: () => void) => void
  /** Lets everything up to a moment happen, and time come to it. */
  runUntil: (moment: EpochMs) => Promise<void>
}

type Entry = { at: EpochMs; order: number; run: () => void }

const isBefore = (a: Entry, b: Entry): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order)

/** A binary heap, soonest first. */
const createHeap = () => {
  const heap: Entry[] = []
  const swapIfBefore = (child: number, parent: number): boolean => {
    const [a, b] = [heap[child], heap[parent]]
    if (a === undefined || b === undefined || !isBefore(a, b)) return false
    heap[child] = b
    heap[parent] = a
    return true
  }
  return {
    soonest: (): Entry | undefined => heap[0],
    push: (entry: Entry): void => {
      let child = heap.push(entry) - 1
      for (let parent = (child - 1) >> 1; swapIfBefore(child, parent); parent = (child - 1) >> 1)
        child = parent
    },
    pop: (): void => {
      const last = heap.pop()
      if (last === undefined || heap.length === 0) return
      heap[0] = last
      for (let parent = 0; ; ) {
        const [left, right] = [2 * parent + 1, 2 * parent + 2]
        const [a, b] = [heap[left], heap[right]]
        const child = a !== undefined && b !== undefined && isBefore(b, a) ? right : left
        if (!swapIfBefore(child, parent)) return
        parent = child
      }
    },
  }
}

/** Lets all that was set off come to rest: it ends in effects, which are entries again. */
const microtasksDrained = () => new Promise<void>((resolve) => setImmediate(resolve))

export const createScheduler = (start: EpochMs): Scheduler => {
  const heap = createHeap()
  let now = start
  let order = 0
  return {
    now: () => now,
    at: (moment, run) => heap.push({ at: Math.max(Math.round(moment), now), order: order++, run }),
    runUntil: async (moment) => {
      await microtasksDrained()
      for (let next = heap.soonest(); next && next.at <= moment; next = heap.soonest()) {
        heap.pop()
        now = next.at
        next.run()
        await microtasksDrained()
      }
      now = moment
    },
  }
}
