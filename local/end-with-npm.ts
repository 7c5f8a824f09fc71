/** How often to look whether npm is still there, in milliseconds. */
const lookEvery = 250

/**
 * Ends this process as SIGTERM would, once the npm that started it has ended. npm passes SIGTERM
 * on to the shell that it runs a script in, and most shells to nobody; `exec` would leave none in
 * between, but not every system's shell knows it. What npm did not start goes on alone.
 */
export const endWithNpm = (): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const startedBy = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === startedBy) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, lookEvery)
  timer.unref()
}
