import { afterAll, vi } from 'vitest'

// Files of tests share a process: what one of them sets, the next one must not find.
const environment = { ...process.env }

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
})
