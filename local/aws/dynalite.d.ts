declare module 'dynalite' {
  import type { Server } from 'node:http'

  type Options = {
    /** Where tables are kept; in memory where it is left out. */
    path?: string
    createTableMs?: number
  }

  function dynalite(options?: Options): Server
  export = dynalite
}
