import { UnfitSettingsError } from '../../unfit-settings.ts'

/** Lambda takes no more variables of one function, in bytes. */
const maxVariables = 4_096

/** What CDK fills in later, such as an ARN, is about this long. */
const tokenBytes = 120
const isToken = /\$\{Token\[[^\]]*\]\}/g

/** The name of the setting that is written longest, of those that a function's variables are made of. */
export const longestOf = (settings: Record<string, unknown>): string =>
  Object.entries(settings)
    .map(([name, value]) => ({ name, length: JSON.stringify(value).length }))
    .reduce((most, each) => (each.length > most.length ? each : most)).name

/**
 * Checks that Lambda takes the variables of a function.
 * @param what the settings that they are made of, as an error names them
 * @throws {UnfitSettingsError}
 */
export const checkVariables = (
  name: string,
  what: string,
  variables: Record<string, string | undefined>,
): void => {
  const text = Object.entries(variables).flat().join('').replace(isToken, 'x'.repeat(tokenBytes))
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxVariables) return
  throw new UnfitSettingsError(
    `${what}: too many or too long for the ${maxVariables} bytes of variables that ${name} may have: they take about ${bytes}`,
  )
}
