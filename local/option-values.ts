import { InvalidArgumentError } from 'commander'

/** Reads a whole number from a command line. */
export const wholeNumber = (min: number, max: number) => (text: string) => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  return number
}

/** Reads a number above 0 from a command line; fractions allowed. */
export const positiveNumber = (max: number) => (text: string) => {
  const number = Number(text)
  if (!/^\d*\.?\d+$/.test(text) || number <= 0 || number > max)
    throw new InvalidArgumentError(`It must be a number above 0, at most ${max}.`)
  return number
}

/** Reads an option that may be repeated. */
export const collected = (text: string, before: string[]): string[] => [...before, text]
