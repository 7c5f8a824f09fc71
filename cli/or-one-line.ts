import { SettingsError } from '../lib/settings/reading/parse-settings.ts'

/** Something that whoever runs a command can put right; the message says how, in one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** Runs a command; what an operator can put right is told without a stack. */
export const orOneLine = async (run: () => Promise<void>): Promise<void> => {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof SettingsError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
