import { checkPorts, portsFrom, portsTaken } from '../../../local/ports.ts'
import { StartError } from '../../../local/start-error.ts'

/** Linux and macOS give ports from here on to whoever asks for any. */
const firstGivenOut = 32_768
const firstTried = 10_000
const blocks = Math.floor((firstGivenOut - firstTried) / portsTaken)

/**
 * @returns the first of as many free ports as a run takes, of those that nobody is given who asks for any: they
 *   stay free until the run listens
 */
export const freePorts = async (): Promise<number> => {
  for (let nth = 0; nth < blocks; nth++) {
    const first = firstTried + ((process.pid + nth) % blocks) * portsTaken
    try {
      await checkPorts(portsFrom(first))
      return first
    } catch (error) {
      if (!(error instanceof StartError)) throw error
    }
  }
  throw new Error(`No ${portsTaken} ports that follow each other are free below ${firstGivenOut}`)
}
