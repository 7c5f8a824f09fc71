import { Command, Help, type Option } from 'commander'

/** A suggestion stands in a line of its own, and would be all that `2>&1 | tail -1` shows. */
const oneLine = (error: string): string => error.replace('\n(', ' (')

const namesOf = (command: Command): string[] => [
  ...(command.parent === null ? [] : namesOf(command.parent)),
  command.name(),
]

/** How a command is typed: npm takes what stands before `--` for itself. */
const usage = (command: Command): string => {
  const takes =
    command.options.length > 0 ? command.usage() : command.usage().slice('[options]'.length)
  const name = namesOf(command).join(' ')
  if (takes.trim() === '') return name
  return `${name}${name.startsWith('npm ') ? ' --' : ''} ${takes.trim()}`
}

/** That something is off, or empty, where nothing is given goes without saying. */
const isPlain = ({ defaultValue }: Option): boolean =>
  defaultValue === false ||
  defaultValue === '' ||
  (Array.isArray(defaultValue) && defaultValue.length === 0)

const standard = new Help()
const optionDescription = (option: Option): string =>
  isPlain(option) ? option.description : standard.optionDescription(option)

/**
 * A command that ends the process with one line where it is called wrongly (exit code 1), and
 * suggests the option that a mistyped one comes near to.
 * @param name what is typed to run it: `npm run cost`
 */
export const newCommand = (name: string): Command =>
  new Command(name)
    .allowExcessArguments(false)
    .configureHelp({ commandUsage: usage, optionDescription })
    .configureOutput({ outputError: (error, write) => write(oneLine(error)) })
