import { CfnResource, type Stack } from 'aws-cdk-lib'
import { UnfitSettingsError } from './unfit-settings.ts'

/** CloudFormation takes 500; the CDK may add some, such as policies that overflow, as it writes. */
const maxResources = 490

/** The settings that make a stack grow, by the path that their resources begin with. */
const growing = [
  ['operations.email', 'Operations/'],
  ['audiences', 'Alerts/Audiences/'],
  ['digests', 'Alerts/Digest-'],
  ['slack.channels', 'Alerts/Gone-'],
  ['webhooks', 'Webhooks/'],
] as const

/**
 * Checks that CloudFormation takes so many resources in a stack.
 * @throws {UnfitSettingsError} that names the setting with most of them
 */
export const checkResources = (stack: Stack): void => {
  const paths = stack.node
    .findAll()
    .filter((each) => CfnResource.isCfnResource(each))
    .map(({ node }) => node.path.slice(stack.node.path.length + 1))
  if (paths.length <= maxResources) return
  const { setting, count } = growing
    .map(([name, prefix]) => ({
      setting: name,
      count: paths.filter((path) => path.startsWith(prefix)).length,
    }))
    .reduce((most, each) => (each.count > most.count ? each : most))
  const fitting = Math.max(0, count - (paths.length - maxResources))
  throw new UnfitSettingsError(
    `${setting}: take ${count} resources, where ${fitting} fit into the ${maxResources} of a stack`,
  )
}
