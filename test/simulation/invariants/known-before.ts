import type { EpochMs } from '../oracle/moments.ts'
import type { Context } from './context.ts'

/**
 * The ids of what subscribers had been told by a moment and not been told as gone, of one
 * person: what is over by long is among them, but no answer is asked for it any more.
 */
export const knownBefore = (
  { toldOf }: Context,
  employeeId: string,
  kind: 'clockings' | 'absences',
  by: EpochMs,
): string[] => {
  const known = new Set<string>()
  for (const { event, origin } of toldOf(employeeId)) {
    if ((origin?.savedAt ?? 0) > by) break
    const record = kind === 'clockings' ? 'clocking' : 'absence'
    if (!event.type.startsWith(`attendance.${kind === 'clockings' ? 'clock' : 'absence'}`)) continue
    if (!(record in event.data)) continue
    const of: unknown = Object.entries(event.data).find(([name]) => name === record)?.[1]
    const id = typeof of === 'object' && of !== null && 'id' in of ? String(of.id) : ''
    if (/(removed|withdrawn)$/.test(event.type)) known.delete(id)
    else known.add(id)
  }
  return [...known]
}
