import type { Scenario } from '../scenario.ts'
import type { Options } from '../simulate.ts'

/** A small change of the product's source that a seed of the simulation must find, or a test. */
export type SourceMutant = {
  /** What is taken away, in words. */
  name: string
  /** Below the root of the repository. */
  file: string
  /** Stands in the file once. */
  find: string
  replace: string
  /** Why nothing that anyone can see changes, where that is so: then no seed need find it. */
  equivalent?: string
  /** A run that finds it, where what it takes is too rare for the first seeds: it goes before them. */
  run?: NamedRun
  /**
   * The file of tests, below the root, one of which fails, where what it takes is too rare for any seed: then it is
   * looked for there alone.
   */
  test?: string
}

/** A scenario, and the effect at which a process is killed in it, where that is what it takes. */
export type NamedRun = Partial<Scenario> & Pick<Scenario, 'seed'> & Pick<Options, 'killAt'>

/**
 * The source with a mutant's change.
 * @throws {Error} where what is to be replaced does not stand there exactly once
 */
export const mutated = ({ name, file, find, replace }: SourceMutant, source: string): string => {
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`${name}: ${file} has what is to be replaced ${places} times`)
  return source.replace(find, () => replace)
}
