import type { FaultKind } from '../system/fault-kinds.ts'
import type { SourceMutant } from './source-mutant.ts'

const collect = 'lib/alerts/receiving/collect.ts'
const followUps = 'lib/alerts/follow-ups/collect-follow-ups.ts'
const following = 'lib/alerts/follow-ups/following.ts'
const dueGroups = 'lib/alerts/sending/due-groups.ts'

/** What makes corrections and ends come before what they follow on. */
const lateAndChanged: FaultKind[] = [
  'late-message',
  'split-breaks',
  'undone-corrections',
  'redeploy',
]
const lateAgainAndChanged: FaultKind[] = [...lateAndChanged, 'repeated-message', 'slow-store']

/** Whom alerts tell, what follows on that, and when. */
export const alertsMutants: readonly SourceMutant[] = [
  {
    name: 'it is noted whom an event notifies before it waits for them',
    file: 'lib/alerts/receiving/keep-additions.ts',
    find: `const kept = await keep(own, ports, failed)
  const keptFor = new Set(kept.map(({ destination }) => destination))
  const besides = await additionsIn(
    wanted.map((each) => ({ ...each, unkept: unkeptOf(each, keptFor) })),
    ports,
    settings,
    failed,
  )`,
    replace: `const besides = await additionsIn(wanted, ports, settings, failed)
  const kept = await keep(own, ports, failed)`,
    test: 'test/alerts/died-between.test.ts',
  },
  {
    name: 'an end that was told as the all-clear is told as news, too, where that was put down later',
    file: 'lib/alerts/receiving/already-notified.ts',
    find: '  allClearId(id),\n',
    replace: '',
    test: 'test/alerts/all-clear.test.ts',
  },
  {
    name: 'what is moved back is sent without what followed on it',
    file: 'lib/alerts/receiving/take-back.ts',
    find: '[...aside.waiting, ...followed]',
    replace: 'aside.waiting',
    test: 'test/alerts/moved-back.test.ts',
  },
  {
    name: 'what gathers for a destination that the settings have no more is sent there',
    file: 'lib/alerts/sending/first-due.ts',
    find: 'shownNow(wanted, rules, routes.destinations.has(destination))',
    replace: 'shownNow(wanted, rules)',
    test: 'test/alerts/withheld.test.ts',
  },
  {
    name: 'of two clockings that are open the first that became known counts',
    file: 'lib/attendance/state/who-is-in.ts',
    find: 'epochMs(other.start) - epochMs(start) ||',
    replace: '',
    test: 'test/read-api/presence/get-presence.test.ts',
  },
  {
    name: 'what is told because of something told before is not noted as told',
    file: followUps,
    find: 'followUps.flatMap(({ each }) => followUpNotifications(event, each))',
    replace: 'followUps.flatMap(({ each }) => followUpNotifications(event, each).slice(0, 0))',
    run: {
      seed: 202,
      employees: 6,
      days: 2,
      faults: ['far-corrections', 'undone-corrections', 'redeploy'],
    },
  },
  {
    name: 'an all-clear of what comes after its end is left out',
    file: followUps,
    find: 'return followUps.map(({ followUp, ...addition }) => {',
    replace:
      "return followUps.filter((each) => each.followUp !== 'all-clear').map(({ followUp, ...addition }) => {",
    run: { seed: 3, employees: 8, days: 2, faults: lateAgainAndChanged },
  },
  {
    name: 'an all-clear of what comes after its end has the id of that',
    file: collect,
    find: "id: allClearId(waiting.id), as: 'all-clear'",
    replace: "as: 'all-clear'",
    run: { seed: 98, employees: 8, days: 2, faults: lateAgainAndChanged },
  },
  {
    name: 'a correction of what comes after it is told twice where a rule names it',
    file: followUps,
    find: 'return asFollowUp(event, { followUp }, all)',
    replace:
      "return followUp === 'all-clear' ? allClearOf(all) : { ...all, waiting: { ...all.waiting, id: all.waiting.id + '#late' } }",
  },
  {
    name: 'what a correction is to is not told with it',
    file: dueGroups,
    find: 'of originalsOf(followUp))\n      along',
    replace: 'of originalsOf(followUp).filter((each) => own.has(each)))\n      along',
    run: { seed: 2, employees: 8, days: 2, faults: lateAndChanged },
  },
  {
    name: 'what was overdue is told after its end where that is late news',
    file: dueGroups,
    find: '    for (const original of originalsOf(thing)) late.add(original)\n',
    replace: '',
    equivalent:
      'What late news follows on is of the same record, and late for that. Of a break that moved to another clocking it is ' +
      'not, but what corrects that is of now, and no late news.',
  },
  {
    name: 'an event that waits twice is told twice',
    file: dueGroups,
    find: 'things.set(shown.id, other === undefined ? thing : together(other, thing))',
    replace: 'things.set(id, other === undefined ? thing : together(other, thing))',
    test: 'test/alerts/told-once.test.ts',
  },
  {
    name: 'what waits goes by the rule that wants it',
    file: collect,
    find: 'id: idAtDestination(most.shown),',
    replace: 'id: idAtDestination(most.shown) + fastest.rule.name,',
    run: {
      seed: 15,
      employees: 8,
      days: 2,
      faults: [
        'crash',
        'reply-lost',
        'request-lost',
        'redeploy',
        'repeated-message',
        'topic-outage',
      ],
    },
  },
  {
    name: 'each rule that wants something tells it',
    file: collect,
    find: 'Map.groupBy(all, ({ destination }) => destination)].flatMap(([destination, there]) => {',
    replace:
      'Map.groupBy(all, ({ destination, wanting: { rule } }) => destination + "@" + rule.name)].flatMap(([key, there]) => {\n    const [destination = ""] = key.split("@")',
  },
  {
    name: 'of several rules the slowest sets the pace',
    file: collect,
    find: '(other.rule.group < one.rule.group ? other : one)',
    replace: '(other.rule.group > one.rule.group ? other : one)',
  },
  {
    name: 'of several rules the one that tells least is told',
    file: collect,
    find: 'showsAsMuch(one.rule.show, other.rule.show) ? one : other,',
    replace: 'showsAsMuch(one.rule.show, other.rule.show) ? other : one,',
    run: { seed: 4, employees: 4, days: 2, faults: [] },
  },
  {
    name: 'what follows on something waits as long as the slowest rule that tells it',
    file: followUps,
    find: 'const isSooner = epochMs(waiting.dueAt) < epochMs(own.waiting.dueAt)',
    replace: 'const isSooner = epochMs(waiting.dueAt) < 0',
    run: { seed: 3, employees: 8, days: 2, faults: [] },
  },
  {
    name: 'what was overdue is settled by each of its ends',
    file: following,
    find: 'if (await notifications.clear(record, destination, overdue, event.id)) isFirst = true',
    replace:
      'if ((await notifications.clear(record, destination, overdue, event.id)) || overdue) isFirst = true',
    test: 'test/alerts/all-clear.test.ts',
  },
  {
    name: 'what is overdue again is not noted as such',
    file: following,
    find: 'await notifications.note(reopenedNotifications(event, record, listeners))',
    replace: '',
    run: { seed: 27, employees: 8, days: 2, faults: ['undone-corrections', 'redeploy'] },
  },
  {
    name: 'nobody hears of a correction by what it corrects',
    file: following,
    find: 'else if (corrects(event, listener.originals, record))',
    replace: 'else if (listener.originals === undefined)',
  },
  {
    name: 'whoever heard that one part of a clocking was corrected hears of them all',
    file: 'lib/alerts/follow-ups/what-was-said.ts',
    find: ' && parts?.includes(part) !== false',
    replace: '',
    test: 'test/alerts/follow-ups/what-follows.test.ts',
  },
  {
    name: 'an end of what was overdue is told as any other',
    file: following,
    find: "following.push({ ...listener, followUp: 'all-clear' })",
    replace: "following.push({ ...listener, followUp: 'correction' })",
  },
  {
    name: 'an event that comes again has nobody looked at that it does not go to',
    file: 'lib/alerts/receiving/handle-batch.ts',
    find: "message.kind === 'event' && receives > 1",
    replace: "message.kind === 'event' && receives > 99",
    equivalent:
      'What waits where no rule of today wants it is found by its id, and looked at (keptBefore); what waits there as an ' +
      'all-clear alone, and of no rule any more, nobody is told.',
  },
  {
    name: 'what follows on what is brought is not brought',
    file: 'lib/alerts/follow-ups/early-followers.ts',
    find: 'if (theirs.length > 0) for (const record of recordsNotified(event)) records.add(record)',
    replace: '',
    test: 'test/alerts/told-once.test.ts',
  },
  {
    name: 'a correction takes along no more than what it is to itself',
    file: 'lib/alerts/sending/first-due.ts',
    find: `all.push(...more)
  }`,
    replace: `return [...all, ...more]
  }`,
    test: 'test/alerts/more-than-a-page.test.ts',
  },
  {
    name: 'all that is due goes into one message',
    file: dueGroups,
    find: 'if (all <= mostIds) return [[...things]]',
    replace: 'if (all > 0) return [[...things]]',
    test: 'test/alerts/many-at-once.test.ts',
  },
  {
    name: 'all that an outlet gathers goes into one message',
    file: dueGroups,
    find: 'last !== undefined && count <= mostIds',
    replace: 'last !== undefined',
    test: 'test/alerts/many-at-once.test.ts',
  },
  {
    name: 'a correction takes along what gathers on its own page alone',
    file: 'lib/alerts/sending/first-due.ts',
    find: 'const all = isOnlyPage',
    replace: 'const all = isOnlyPage || now > 0',
    test: 'test/alerts/more-than-a-page.test.ts',
  },
  {
    name: 'what several follow on goes with the last of them',
    file: dueGroups,
    find: 'Math.min(turn, along.get(thing) ?? turn)',
    replace: 'turn',
    equivalent:
      'Nothing of a record comes in an earlier message than what was seen before it (inTheirOrder), so that all of it goes ' +
      'with that one, and is in order either way.',
  },
]
