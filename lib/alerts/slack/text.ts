import { second } from '../../attendance/moments.ts'
import type { Moment, Phrase } from '../phrase.ts'
import type { Wording } from '../wording/wording.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text as Slack shows it and does not act on it: `<!channel>` pings nobody. */
export const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities[character] ?? character)

const slackDate = (moment: Moment, wording: Wording): string => {
  const seconds = Math.floor(moment.at / second)
  // A `|`, `^` or `>` would end the parts of the date; wording and zones have none.
  // The zone is told beside it.
  const { elsewhere, ...here } = moment
  const fallback = escaped(wording.moment(here))
  const beside = escaped(wording.beside(moment))
  return `<!date^${seconds}^${wording.slackMoment(moment)}|${fallback}> (${beside})`
}

/** A phrase in Slack's mrkdwn: times by the reader's clock, the employee's beside it. */
export const mrkdwn = (phrase: Phrase, wording: Wording): string =>
  phrase
    .map((part) => (typeof part === 'string' ? escaped(part) : slackDate(part, wording)))
    .join('')
