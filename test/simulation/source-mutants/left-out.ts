import type { SourceMutant } from './source-mutant.ts'

const room = 'lib/alerts/wording/room.ts'
const bundles = 'lib/alerts/wording/bundles.ts'
const inAlerts = 'test/alerts/left-out.test.ts'
const inRender = 'test/alerts/slack/render.test.ts'

/** What is left out of a list that is too long. */
export const leftOutMutants: readonly SourceMutant[] = [
  {
    name: 'a list that is too long leaves out what came last, whatever that is',
    file: 'lib/alerts/slack/render.ts',
    find: 'bundle: bundles?.[index],',
    replace: 'bundle: bundles && undefined,',
    test: inAlerts,
  },
  {
    name: 'news that came first has room before corrections',
    file: room,
    find: 'return bundle.isNeeded ? 1 : 2',
    replace: 'return bundle.isNeeded ? 1 : 1',
    test: inAlerts,
  },
  {
    name: 'what is corrected is left out though its correction is not',
    file: bundles,
    find: 'const each = [followUp, ...originalsOf(followUp)]',
    replace: 'const each = [followUp, ...originalsOf(followUp).slice(0, 0)]',
    test: inAlerts,
  },
  {
    name: 'of a list that is too long what asks for attention is news',
    file: bundles,
    find: ' || attention.includes(nameOfType(each.shown))',
    replace: '',
    test: inAlerts,
  },
  {
    name: 'more corrections than a message has room for are left out',
    file: 'lib/alerts/sending/in-full.ts',
    find: 'parcel.said.length < 2 || hasRoom(parcel)',
    replace: 'parcel.said.length < 2 || hasRoom(parcel) || true',
    test: inAlerts,
  },
  {
    name: 'what one person has too much of is told one thing at a time',
    file: 'lib/alerts/sending/in-full.ts',
    find: 'if (about.size > 1) return',
    replace: 'if (about.size > 0) return',
    test: 'test/alerts/sending/in-full.test.ts',
  },
  {
    name: 'the fallback text leaves out what came last, whatever that is',
    file: 'lib/alerts/slack/render.ts',
    find: 'withinRoom(entries, room, ({ phrase })',
    replace:
      'withinRoom(entries.map((each) => ({ ...each, bundle: undefined })), room, ({ phrase })',
    test: inRender,
  },
  {
    name: 'a mail that is too long leaves out what came last, whatever that is',
    file: 'lib/alerts/email/entries.ts',
    find: 'bundle: bundles?.[index],',
    replace: 'bundle: bundles && undefined,',
    test: 'test/alerts/email/render.test.ts',
  },
  {
    name: 'what cannot be put into words keeps everything else from being told',
    file: 'lib/alerts/sending/send-due.ts',
    find: `// What cannot be put into words is left to its turn.
      return true`,
    replace: "throw new TypeError('of undefined')",
    test: 'test/alerts/fails-in-parts.test.ts',
  },
]
