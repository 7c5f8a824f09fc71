declare module 'dynalite' {
  import type { Server } from 'node:http'

  type Options = { path?: string; createTableMs?: number; deleteTableMs?: number }
  const dynalite: (options?: Options) => Server
  export = dynalite
}
