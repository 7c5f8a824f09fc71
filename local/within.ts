/** Waits for something, but no longer than so many milliseconds; what it throws is ignored. */
export const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const { promise: patience, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([work.catch(() => {}), patience])
  clearTimeout(timer)
}
