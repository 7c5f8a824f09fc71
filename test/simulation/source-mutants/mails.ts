import type { SourceMutant } from './source-mutant.ts'

const ses = 'lib/alerts/email/ses.ts'
const inSes = 'test/alerts/email/ses.test.ts'

/** Who gets a mail that SES refuses to some, or throttles in between. */
export const mailsMutants: readonly SourceMutant[] = [
  {
    name: 'a mail that SES throttled begins anew at its next try',
    file: ses,
    find: 'const isSame = before?.mail === words &&',
    replace: 'const isSame = before?.mail !== words &&',
    test: 'test/alerts/throttled-audience.test.ts',
  },
  {
    name: 'a mail goes on from where the one before was throttled, whatever it says',
    file: ses,
    find: 'before?.mail === words &&',
    replace: 'before !== undefined &&',
    test: inSes,
  },
  {
    name: 'a mail in the words of one that was throttled long ago goes to the rest alone',
    file: ses,
    find: ' && now() - before.begunAt < resumedFor',
    replace: '',
    test: inSes,
  },
  {
    name: 'who was refused a mail is not asked apart at the next one',
    file: ses,
    find: 'begin(words, now(), addresses, known)',
    replace: 'begin(words, now(), addresses, new Set())',
    test: inSes,
  },
  {
    name: 'who was refused a mail that was throttled is not asked apart at the next one',
    file: ses,
    find: 'new Set([...known, ...apart])',
    replace: 'known',
    test: inSes,
  },
  {
    name: 'everybody is asked alone after a mail that SES refused to all',
    file: ses,
    find: 'new Set(isForAll ? [] : apart)',
    replace: 'new Set(apart)',
    test: inSes,
  },
  {
    name: 'a mail that SES throttles has failed',
    file: 'lib/alerts/email/outlet.ts',
    find: 'if (throttles.includes(reason)) return',
    replace: 'if (throttles.slice(3).includes(reason)) return',
    test: 'test/alerts/throttled-audience.test.ts',
  },
  {
    name: 'a roll call by mail that SES throttles ends there',
    file: 'lib/alerts/email/outlet.ts',
    find: 'throttled: 8,',
    replace: 'throttled: 1,',
    test: 'test/alerts/throttled-audience.test.ts',
  },
]
