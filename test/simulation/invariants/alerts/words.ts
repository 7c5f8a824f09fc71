import { type AbsenceKind, absenceKinds } from '../../organisation/leave.ts'

/** How people are told what kind of absence it is, in a sentence or as what it is no longer. */
const wordsOfKinds: Record<AbsenceKind, RegExp> = {
  Sickness: /\bsick\b|\bSickness\b/,
  Holiday: /\bholiday\b/i,
  Toil: /\bin lieu\b|\bToil\b/,
  Other: /(?<!sick )\bleave\b|\bOther\b/,
}

/** The kinds of absences that a text names. */
export const kindsNamed = (text: string): AbsenceKind[] =>
  absenceKinds.filter((kind) => wordsOfKinds[kind].test(text))

/** Whether a text says more of an absence than of which kind it is. */
export const hasDetails = (text: string): boolean => /(LABEL|NOTE|REASON)-CANARY/.test(text)
