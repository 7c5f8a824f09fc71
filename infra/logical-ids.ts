import type { CfnResource } from 'aws-cdk-lib'

/**
 * Fixes the logical id of a resource that holds data or that others depend on, so that moving
 * its construct in the code never replaces it.
 */
export const keepLogicalId = (resource: CfnResource, logicalId: string): void =>
  resource.overrideLogicalId(logicalId)
