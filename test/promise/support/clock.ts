import { createClock } from '../../../local/clock.ts'

/** The clock of everything that is published: it stands still until it is set, moved on or let run. */
export const createTestClock = (start: string) => {
  const clock = createClock({ now: Date.parse(start), speed: 0 })
  return {
    now: () => clock.now(),
    get speed() {
      return clock.speed
    },
    /** What it shows, UTC. */
    moment: (): string => new Date(clock.now()).toISOString().replace('.000Z', 'Z'),
    set: (moment: string): void => clock.set({ now: Date.parse(moment) }),
    pass: (milliseconds: number): void => clock.set({ now: clock.now() + milliseconds }),
    /** Lets it run, so many times as fast as the machine's. */
    run: (speed: number): void => clock.set({ speed }),
  }
}
