import { Session } from 'node:inspector/promises'

const root = new URL('../../', import.meta.url)

/** The files of `lib` of which a function runs while something is done, as paths in the repository. */
export const filesThatRun = async (work: () => Promise<unknown>): Promise<string[]> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .filter(({ url }) => url.startsWith(new URL('lib/', root).href))
    .map(({ url }) => url.slice(root.href.length))
}
