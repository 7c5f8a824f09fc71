import type { RunningAlerts } from './start.ts'

type Asked = {
  alerts: Pick<RunningAlerts, 'rollCall' | 'test'>
  note: (line: string) => void
  onError: (error: unknown) => void
}

/** What may be typed, and what it does. */
const requests = new Map<string, 'rollCall' | 'test'>([
  ['r', 'rollCall'],
  ['roll call', 'rollCall'],
  ['t', 'test'],
  ['test', 'test'],
])

/** Answers what is typed into a run: a roll call or test messages, shown line by line. */
export const asking =
  ({ alerts, note, onError }: Asked) =>
  async (line: string): Promise<void> => {
    const word = line.trim().toLowerCase()
    const request = requests.get(word)
    if (request === undefined) {
      if (word !== '') note('Type r for a roll call, t for test messages, Ctrl-C to end')
      return
    }
    try {
      for (const text of await alerts[request]()) note(text)
    } catch (error) {
      onError(error)
    }
  }
