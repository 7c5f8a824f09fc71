import type { EmployeeProfile } from '../../lib/attendance/state/state.ts'

/** The people of the examples, with all kinds of names, and a Friday of theirs in November. */

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Whoever is in an example is the same, and does the same, in all of them. */
export type CastMember = Pick<EmployeeProfile, 'givenName' | 'familyName' | 'jobTitle'> & {
  id: string
  externalReference: string
}

const person = (
  n: number,
  givenName: string,
  familyName: string,
  jobTitle: string | null,
): CastMember => ({ id: id(n), givenName, familyName, jobTitle, externalReference: `HR-${n}` })

export const cast = {
  /** Works on Thursday and from nine on Friday. */
  amina: person(1, 'Amina', "O'Neill", 'Nurse'),
  /** In Berlin, on the night shift. */
  jurgen: person(2, 'Jürgen', 'Groß', 'Porter'),
  /** Works from six. */
  yuki: person(3, '結城', '由紀', 'Nurse'),
  /** On holiday from Wednesday to Tuesday. */
  yael: person(4, 'יעל', 'כהן', 'Doctor'),
  /** Ill from Friday on, expected on Monday. */
  siobhan: person(5, 'Siobhán', 'Ní Bhriain', 'Doctor'),
  /** Off for the second half of Friday. */
  ada: person(6, 'Ada', 'Okafor', null),
  /** On holiday from Thursday to Sunday, and in on Friday all the same. */
  tomas: person(7, 'Tomás', 'Silva', 'Porter'),
  /** Forgot to clock out on Thursday. */
  wei: person(8, 'Wei', 'Chen', 'Technician'),
  /** Forgot to end a break. */
  priya: person(9, 'Priya', 'Hughes', 'Technician'),
  /** Ill since Monday, was expected on Thursday. */
  olek: person(10, 'Олег', 'Бондар', 'Cook'),
  /** On holiday from Friday to Tuesday, then to Wednesday. */
  noor: person(11, 'Noor', 'Haddad', 'Nurse'),
  /** Off on Thursday. */
  femi: person(12, 'Fẹ́mi', 'Balogun', 'Cook'),
  /** Was to be on holiday from Thursday to Tuesday. */
  lars: person(13, 'Lars', 'Ek', 'Technician'),
  /** Left. */
  ivo: person(14, 'Ivo', 'Marković', 'Cook'),
  /** Two people of one name; the second is new. */
  maria: person(15, 'Maria', 'Silva', 'Nurse'),
  otherMaria: person(16, 'Maria', 'Silva', 'Pharmacist'),
  /** In Auckland. */
  mere: person(17, 'Mere', 'Parata', 'Dispatcher'),
}

export const london = 'Europe/London'
export const thursday = '2026-11-19'
export const friday = '2026-11-20'

/** When the examples were sent that are no event, in London: `2026-11-20T08:30:00Z`. */
export const morning = `${friday}T08:30:00Z`
