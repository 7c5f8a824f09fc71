import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { nodeVariables } from '../../infra/bundling.ts'
import { writeBundle } from '../bundle-function.ts'
import { functionSources } from '../function-sources.ts'

/** What one invocation took, and the memory that the process has had before it and by its end. */
const Invocation = z.object({
  failed: z.int(),
  wall: z.number(),
  cpu: z.number(),
  loaded: z.number(),
  peak: z.number(),
  /** Of the function; most say nothing. */
  answer: z.unknown().optional(),
})
export type Invocation = z.infer<typeof Invocation>

/** How Lambda starts Node with so much memory: a tenth for what is young, and the rest for what stays. */
const argumentsFor = (megabytes: number): string[] => {
  const young = Math.floor(megabytes / 10)
  return [
    `--max-semi-space-size=${Math.floor(young / 2)}`,
    `--max-old-space-size=${megabytes - young}`,
  ]
}

/** A bundle that is deployed, and what invokes it. */
export type Bundles = { handler: string; invoker: string }

/** Writes the bundle of a function as it is deployed, and what invokes it. */
export const writeBundles = async (
  folder: string,
  name: keyof typeof functionSources,
): Promise<Bundles> => {
  mkdirSync(folder, { recursive: true })
  const files = { handler: join(folder, `${name}.cjs`), invoker: join(folder, 'invoker.cjs') }
  await writeBundle({ file: functionSources[name].file }, files.handler)
  await writeBundle({ file: 'bench/memory/function.ts' }, files.invoker)
  return files
}

const invoke = async (process: ChildProcess, event: object): Promise<Invocation> => {
  const ending = new AbortController()
  const ended = once(process, 'exit', ending).then(([code, signal]) => {
    throw new Error(`ended with ${signal ?? code}`)
  })
  try {
    process.send(event)
    const [answer] = await Promise.race([once(process, 'message', ending), ended])
    return Invocation.parse(answer)
  } finally {
    ending.abort()
    await ended.catch(() => undefined)
  }
}

/** A function with so much memory, in a process of its own. */
export type FunctionProcess = {
  /** @throws where the process ends, as it does when it runs out of memory */
  invoke: (event: object) => Promise<Invocation>
  end: () => void
}

/**
 * @param timeoutSeconds of an invocation
 * @param variables as they are deployed
 */
export const startFunction = async (
  { handler, invoker }: Bundles,
  megabytes: number,
  timeoutSeconds: number,
  variables: Record<string, string | undefined>,
): Promise<FunctionProcess> => {
  const lambda = fork(invoker, [handler, String(timeoutSeconds)], {
    execArgv: argumentsFor(megabytes),
    env: { ...process.env, ...nodeVariables, ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(lambda, 'message')
  return { invoke: (event) => invoke(lambda, event), end: () => lambda.kill() }
}
