/** Why a run cannot start, in one line for whoever started it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
