import ipaddr from 'ipaddr.js'

/** Where all of the public internet is in IPv6: whatever else there is, is somebody's own. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is of the public internet: not private, loopback, link-local, a cloud's metadata
 * service, or a way round to one of these by way of IPv6.
 * @param address an IPv4 or IPv6 address as text
 */
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(globalIpv6)
}

/** Whether an address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Says of an address whether it may be connected to. */
export type IsAllowed = (address: string) => boolean
