import type { SourceMutant } from './source-mutant.ts'

const schema = 'lib/store/schema.ts'
const employees = "codec('an employee', EmployeeState, [from0, from1], unpack)"

/** What keeps two versions of the code apart that work on one table. */
export const versionsMutants: readonly SourceMutant[] = [
  {
    name: 'records of later versions are read as if they were ours',
    file: schema,
    find: "if (written > schema) return { kind: 'newer' }",
    replace: '',
    test: 'test/promise/upgrades/later-versions.test.ts',
  },
  {
    name: 'what a later version adds to an employee is lost with the next save',
    file: 'lib/store/employee-record.ts',
    find: employees,
    replace: `{
      ...${employees},
      read: (item) =>
        ${employees}.read({ ...item, schema: Math.min(2, Number(item['schema'] ?? 0)) }),
    }`,
    test: 'test/promise/upgrades/later-versions.test.ts',
  },
  {
    name: 'the record of a shard or the roster of a later version is written over',
    file: schema,
    find: "item === undefined ? { kind: 'unreadable' as const } : read(item)",
    replace: `read({ ...item, schema: Math.min(schema, Number(item?.['schema'] ?? 0)) })`,
    test: 'test/promise/upgrades/later-versions.test.ts',
  },
  {
    name: 'whose record is of a later version is asked from the last poll without them',
    file: 'lib/polling/asking/behind.ts',
    find: 'return { since: before?.since ?? since, tries: 1, retryAt: null }',
    replace: 'return { since: utc(now), tries: 1, retryAt: null }',
  },
  {
    name: 'people of a shard whose record is of a later version are certain',
    file: 'lib/store/saved-state.ts',
    find: 'isUnknown || left',
    replace: 'left',
    test: 'test/read-api/presence/as-of.test.ts',
  },
  {
    name: 'whose record is of a later version has no place, and joins again',
    file: 'lib/polling/roster/membership.ts',
    find: '[...employees.map(({ employeeId }) => employeeId), ...unreadable],',
    replace: 'employees.map(({ employeeId }) => employeeId),',
    test: 'test/polling/roster/membership.test.ts',
  },
]
