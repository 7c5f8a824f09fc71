import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CfnDeletionPolicy, CfnResource, Stack } from 'aws-cdk-lib'
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb'
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Settings } from '../lib/settings/settings.ts'
import { attendanceApp } from './attendance-app.ts'

/** A resource that survives its stack; `name` is null where AWS gives it none that we chose. */
export type RetainedResource = { logicalId: string; type: string; name: string | null }

const surviving: (CfnDeletionPolicy | undefined)[] = [
  CfnDeletionPolicy.RETAIN,
  CfnDeletionPolicy.RETAIN_EXCEPT_ON_CREATE,
]

const nameOf = (resource: CfnResource): string | null => {
  if (resource instanceof CfnTable) return resource.tableName ?? null
  if (resource instanceof CfnSecret) return resource.name ?? null
  if (resource instanceof CfnLogGroup) return resource.logGroupName ?? null
  return null
}

const resourcesOf = (settings: Settings, outdir: string): RetainedResource[] =>
  attendanceApp(
    { usable: [settings], unusable: [] },
    { outdir, postCliContext: { 'aws:cdk:bundling-stacks': [] } },
  )
    .node.findAll()
    .filter((node) => CfnResource.isCfnResource(node))
    .filter(({ cfnOptions }) => surviving.includes(cfnOptions.deletionPolicy))
    .map((resource) => ({
      logicalId: String(Stack.of(resource).resolve(resource.logicalId)),
      type: resource.cfnResourceType,
      name: nameOf(resource),
    }))

/** What of an environment survives its stack where data is retained, as it may once have been. */
export const retainedResources = (settings: Settings): RetainedResource[] => {
  const outdir = mkdtempSync(join(tmpdir(), 'attendance-resources-'))
  try {
    return resourcesOf({ ...settings, aws: { ...settings.aws, retainData: true } }, outdir)
  } finally {
    rmSync(outdir, { recursive: true })
  }
}
