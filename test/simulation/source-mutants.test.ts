import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceMutants } from './source-mutants/all.ts'
import { mutated } from './source-mutants/source-mutant.ts'

/** `npm run simulate:mutants` takes an hour, so that it would not be noticed there for long. */
test('every rule that a mutant takes away stands in the source', () => {
  for (const mutant of sourceMutants) {
    const source = readFileSync(mutant.file, 'utf8')
    expect(mutated(mutant, source), mutant.name).not.toBe(source)
  }
})

test('no two mutants have one name', () => {
  const names = sourceMutants.map(({ name }) => name)
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
})
