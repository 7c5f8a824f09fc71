type Item = Record<string, unknown>

/** The events that a notification tells of, each as one text: what it is, whose, and of which record. */
const textsIn = ({ events }: Item): string[] =>
  (events instanceof Set || Array.isArray(events) ? [...events] : []).map(String)

/** Whose an event is that was noted as one text; empty where that was not noted yet. */
const subjectIn = (text: string): string => text.split(' ')[1] ?? ''

const subjectOfEvent = (event: unknown): unknown => {
  try {
    return typeof event === 'string' ? JSON.parse(event)?.subject : ''
  } catch {
    return ''
  }
}

/**
 * Whom a record of the table `deliveries` says that it is about; nobody, where it holds no more than ids. The clocking
 * or absence by which it is found may have been moved from one employee to another.
 */
const subjectsIn = (item: Item): string[] => {
  const [pk, sk] = [String(item['pk']), String(item['sk'])]
  return [
    item['subject'],
    subjectOfEvent(item['event']),
    ...textsIn(item).map(subjectIn),
    ...(pk.startsWith('CLEARED#') ? [subjectIn(sk.split('#')[0] ?? '')] : []),
    ...(pk.startsWith('HELD#') ? [sk] : []),
  ].filter((each): each is string => typeof each === 'string' && each !== '')
}

/** How much of a record is about somebody: all of it, these of its events, or nothing. */
export type About = { kind: 'all' } | { kind: 'some'; events: string[] } | { kind: 'nothing' }

/** @param isNamed whether it names an id of theirs, which counts where it does not say whom it is about */
export const aboutOf = (item: Item, employeeId: string, isNamed: () => boolean): About => {
  const isOwn = (subject: string) => subject.toLowerCase() === employeeId.toLowerCase()
  const subjects = subjectsIn(item)
  if (subjects.length === 0) return { kind: isNamed() ? 'all' : 'nothing' }
  if (subjects.every(isOwn)) return { kind: 'all' }
  const events = textsIn(item).filter((text) => isOwn(subjectIn(text)))
  return events.length === 0 ? { kind: 'nothing' } : { kind: 'some', events }
}
