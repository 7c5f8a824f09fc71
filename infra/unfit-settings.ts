/** Settings that AWS would not take: too many of something, or too long. */
export class UnfitSettingsError extends Error {
  override readonly name = 'UnfitSettingsError'
}
