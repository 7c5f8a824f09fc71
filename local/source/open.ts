import type { RunRecord } from '../data/run-record.ts'
import type { RunOptions } from '../options.ts'
import { StartError } from '../start-error.ts'
import { connectApi } from './api.ts'
import { type BuiltInSurroundings, startBuiltIn } from './built-in.ts'
import type { Source } from './source.ts'

/** Whose state a folder holds, in the words of the command line. */
const describe = (source: RunOptions['source']): string =>
  source.kind === 'api'
    ? `--api ${source.apiUrl}`
    : `--employees ${source.employees} --seed ${source.seed}`

const checkFolder = (source: RunOptions['source'], record: RunRecord): void => {
  const held = record.fact('source')
  if (held !== null && held !== describe(source))
    throw new StartError(
      `--data: the folder holds a run with ${held}, which cannot go on with ` +
        `${describe(source)}; choose another folder`,
    )
}

/**
 * Connects the Workforce API of a run, or starts the built-in one.
 * @throws {StartError} where it cannot be used, or the folder holds the state of another
 */
export const openSource = async (
  source: RunOptions['source'],
  surroundings: BuiltInSurroundings,
): Promise<Source> => {
  const { record } = surroundings
  checkFolder(source, record)
  const opened = await (source.kind === 'api'
    ? connectApi(source)
    : startBuiltIn(source, surroundings))
  record.keepFact('source', describe(source))
  return opened
}
