import type { App } from 'aws-cdk-lib'

/**
 * How a stack is deployed this time, beside its settings. The commands of `cli/` find it out and
 * hand it over as context of the CDK; what `cdk` is run with by hand has the defaults.
 */
export type Deployment = {
  /** Whether nothing runs until an operator starts it. */
  isStopped: boolean
  /**
   * Whether stack and tables are guarded against deletion, where data is retained. A stack is
   * first made without: should that fail, guarded tables could not be cleared away.
   */
  isGuarded: boolean
  /** Whether new versions take over all at once; as the settings say where left out. */
  isAtOnce?: boolean
  /** Whether the warnings of the settings have been told before the CDK is run. */
  isWarned?: boolean
}

const contextNames = {
  isStopped: 'stopped',
  isGuarded: 'guarded',
  isAtOnce: 'at-once',
  isWarned: 'warned',
} as const
const defaults: Deployment = { isStopped: false, isGuarded: true }

/** The options of the `cdk` command that say how to deploy. */
export const contextOptions = (deployment: Deployment): string[] => [
  '--context',
  `${contextNames.isStopped}=${deployment.isStopped}`,
  '--context',
  `${contextNames.isGuarded}=${deployment.isGuarded}`,
]

/** The options of the `cdk` command that say that warnings have been told. */
export const warnedOptions = ['--context', `${contextNames.isWarned}=true`]

/** How the app is asked to deploy; the command line hands over text. */
export const deploymentOf = (app: App): Deployment => {
  const given = (name: string, otherwise: boolean): boolean => {
    const value: unknown = app.node.tryGetContext(name)
    return value === undefined ? otherwise : String(value) === 'true'
  }
  return {
    isStopped: given(contextNames.isStopped, defaults.isStopped),
    isGuarded: given(contextNames.isGuarded, defaults.isGuarded),
    isAtOnce: given(contextNames.isAtOnce, false),
    isWarned: given(contextNames.isWarned, false),
  }
}
