/** The limits of the Workforce API (spec section 8). */
export const limits = {
  /** Items on a page, inclusive; `default` where a request names no size. */
  pageSize: { min: 1, max: 100, default: 100 },
  /** Characters of an external reference that is not null, inclusive. */
  externalReferenceLength: { min: 1, max: 36 },
  /** How many days ago the `from` of a listing may lie. */
  earliestFromDays: 90,
  /** The longest range of a clockings listing, in days. */
  clockingsRangeDays: 31,
  /** The lifetime of a bearer token, in seconds. */
  tokenLifetimeSeconds: 3600,
} as const
