import { InsecureUrlError, InvalidUrlError } from './errors.ts'

const loopback = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/

/** Whether a host, as a URL has it, is this machine. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname)

/**
 * Checks the address of a service. The address itself is never repeated in an error, because
 * it may hold a password.
 * @param name what the setting is called, for the error
 * @throws InvalidUrlError where it is not an http(s) URL, or has a user, password, query or hash
 * @throws InsecureUrlError where it is plain http to another machine
 */
export const checkedUrl = (name: string, address: string): URL => {
  if (!URL.canParse(address))
    throw new InvalidUrlError(null, `${name}: not a URL, expected one like https://api.example.com`)
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InvalidUrlError(null, `${name}: the scheme must be https`)
  if (url.username || url.password || url.search || url.hash)
    throw new InvalidUrlError(null, `${name}: must have no user, password, query or hash`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new InsecureUrlError(null, `${name}: http is only allowed to loopback, use https`)
  return url
}

/** The URL of a path below a base, which may end in a slash and may have a path of its own, also one that begins with two. */
export const below = (base: URL, path: string): URL =>
  new URL(base.origin + base.pathname.replace(/\/+$/, '') + path)
