import { add, cover, type Placement, type Position, place } from './position.ts'

export type { Placement, Position, Span } from './position.ts'

/** What is read of an event: any of an employee has it, thin ones as well. */
export type Numbered = {
  source: string
  subject: string
  sequence: string
  snapshot?: true | undefined
}

/** Where positions are kept, by a key for each employee of each environment. */
export type OrderingStore = {
  /** What is stored; an empty position where nothing is. */
  read: (key: string) => Promise<Position>
  /** Stores `next` where `previous` is stored still. @returns false where it is not, as another was faster */
  write: (key: string, next: Position, previous: Position) => Promise<boolean>
}

const isSame = (a: Position, b: Position): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A store that lasts as long as the process. */
export const memoryStore = (): OrderingStore => {
  const positions = new Map<string, Position>()
  const stored = (key: string): Position => positions.get(key) ?? []
  return {
    read: async (key) => stored(key),
    write: async (key, next, previous) => {
      if (!isSame(stored(key), previous)) return false
      positions.set(key, next)
      return true
    },
  }
}

/** Runs what concerns one key one after the other, and different keys at once. */
const createTurns = () => {
  const last = new Map<string, Promise<void>>()
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(key) ?? Promise.resolve()).then(run)
    const settled = result.then(
      () => {},
      () => {},
    )
    last.set(key, settled)
    settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return result
  }
}

const maxWrites = 20

const remember = async (
  store: OrderingStore,
  key: string,
  next: (previous: Position) => Position,
): Promise<void> => {
  for (let writes = 0; writes < maxWrites; writes++) {
    const previous = await store.read(key)
    if (await store.write(key, next(previous), previous)) return
  }
  throw new Error(`The store did not take a position in ${maxWrites} tries`)
}

/**
 * Drops repeats, and says of every other event where it stands among those of its employee.
 *
 * An event counts as come only once `act` is through: where that throws, the event may come again and is as
 * new as it was. Between `act` and the store a crash can make it act twice, so what it does should bear
 * that, or be in one transaction with a store of its own.
 */
export const createOrdering = (store: OrderingStore = memoryStore()) => {
  const inTurn = createTurns()
  return {
    /**
     * @param act is told where the event stands; it is not called for a repeat. It throws to have the event
     *   again, as where it holds back what is `ahead`
     * @returns where the event stood
     * @throws what `act` and the store throw
     */
    handle: <Event extends Numbered>(
      event: Event,
      act: (event: Event, placement: Placement) => Promise<void> | void,
    ): Promise<Placement> => {
      const { source, subject, sequence } = event
      const key = `${source}/${subject}`
      return inTurn(key, async () => {
        if (event.snapshot) {
          const placement = { kind: 'snapshot' as const }
          await act(event, placement)
          // It says what is so after all events up to its number: they are old news from now on.
          await remember(store, key, (previous) => cover(previous, sequence))
          return placement
        }
        const placement = place(await store.read(key), sequence)
        if (placement.kind === 'repeat') return placement
        await act(event, placement)
        await remember(store, key, (previous) => add(previous, sequence))
        return placement
      })
    },
  }
}
