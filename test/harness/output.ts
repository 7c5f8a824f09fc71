import { vi } from 'vitest'

/** Whatever the process writes from now on, as JSON where it is that: log lines and metrics. */
export const captureOutput = () => {
  const written: string[] = []
  const keep = (chunk: unknown): boolean => {
    written.push(String(chunk))
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  const lines = (): string[] => written.join('').split('\n').filter(Boolean)
  return {
    text: () => written.join(''),
    json: (): Record<string, unknown>[] =>
      lines()
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
  }
}

/** The lines that CloudWatch takes for metrics. */
export const metricsIn = (lines: Record<string, unknown>[]) =>
  lines.filter((line) => '_aws' in line)
