import type { SourceMutant } from './source-mutant.ts'

/** What lets an environment be deployed, started and watched. */
export const operationsMutants: readonly SourceMutant[] = [
  {
    name: 'who may be in by what cannot be read is out for certain',
    file: 'lib/store/saved-state.ts',
    find: ' || isUnasked(state) || isReadInPart(state)',
    replace: ' || isUnasked(state) || (isUnasked(state) && isReadInPart(state))',
    test: 'test/promise/bad-records/uncertain-who-is-in.test.ts',
  },
  {
    name: 'what the read API cannot read is an error without a problem',
    file: 'lib/read-api/read-api-function.ts',
    find: 'thrown instanceof UnreadableRecordError ? unreadable() : thrown',
    replace:
      'thrown instanceof UnreadableRecordError && route === undefined ? unreadable() : thrown',
    test: 'test/read-api/unreadable.test.ts',
  },
  {
    name: 'a roll call has two headings for job titles that read the same',
    file: 'lib/alerts/digests/roll-call-message.ts',
    find: 'asRead(title).trim()',
    replace: 'asRead(title)',
    test: 'test/alerts/digests/roll-call.test.ts',
  },
  {
    name: 'an environment may be called as a table of another is',
    file: 'lib/settings/checks/name-checks.ts',
    find: "const tables = ['events', 'deliveries']",
    replace: "const tables = ['deliveries']",
    test: 'test/infra/environment-names.test.ts',
  },
  {
    name: 'polls that fail by day are told as late as rare ones at night',
    file: 'infra/constructs/alarms/feed-alarms.ts',
    find: "metric('PollsFailed', 'Sum', fiveMinutes)",
    replace: "metric('PollsFailed', 'Sum', polls)",
    test: 'test/infra/alarm-limits.test.ts',
  },
  {
    name: 'a feed that was fresh before it was stopped is taken for fresh',
    file: 'cli/running/silence.ts',
    find: '  (await isPolledSince(cloudWatch, names, since, now)) && (await',
    replace: '  (await',
    test: 'test/cli/running.test.ts',
  },
  {
    name: 'a stack may have more resources than CloudFormation takes',
    file: 'infra/stack-size.ts',
    find: '  if (paths.length <= maxResources) return',
    replace: '  if (paths.length > 0) return',
    test: 'test/infra/alerts.test.ts',
  },
  {
    name: 'too many addresses are told as too many alerts',
    file: 'infra/constructs/alerts/alert-functions.ts',
    find: 'longestOf({ alerts, audiences })',
    replace: 'longestOf({ alerts })',
    test: 'test/infra/alerts.test.ts',
  },
  {
    name: 'tags are as many as AWS takes of a resource, without ours',
    file: 'lib/settings/deployment-settings.ts',
    find: 'const mostTags = 48',
    replace: 'const mostTags = 50',
    test: 'test/settings/settings.test.ts',
  },
]
