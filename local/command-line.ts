import { Command } from 'commander'

/** A suggestion stands in a line of its own, and would be all that `2>&1 | tail -1` shows. */
const oneLine = (error: string): string => error.replace('\n(', ' (')

/**
 * A command that ends the process with one line where it is called wrongly (exit code 1), and
 * suggests the option that a mistyped one comes near to.
 */
export const newCommand = (name: string): Command =>
  new Command(name)
    .allowExcessArguments(false)
    .configureOutput({ outputError: (error, write) => write(oneLine(error)) })
