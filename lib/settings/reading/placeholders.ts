import { readableSettings } from './readable-settings.ts'

/** Addresses that RFC 2606 keeps for examples: no mail arrives there, and nothing answers. */
const forExamples = /[@./](example\.(com|net|org)|[\w-]+\.(example|invalid))\.?([:/]|$)/i

const textsIn = (value: unknown, path: string): { path: string; text: string }[] => {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    textsIn(each, path === '' ? key : `${path}.${key}`),
  )
}

/**
 * What is left of the examples in settings, usable or not, and what they lack that a deployment
 * needs, one line each: mail and URLs that lead nowhere, nobody whom alarms would notify. No more of
 * a value is repeated than its domain: it may hold a secret.
 */
export const placeholdersIn = (settings: unknown): string[] => [
  ...(readableSettings(settings).operations.email?.length === 0
    ? ['operations.email: is empty: alarms would tell nobody']
    : []),
  ...textsIn(settings, '').flatMap(({ path, text }) => {
    const domain = forExamples.exec(text)?.[1]
    return domain === undefined
      ? []
      : [`${path}: is an address at ${domain}, which is for examples: put yours`]
  }),
]
