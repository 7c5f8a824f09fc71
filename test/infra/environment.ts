import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Template } from 'aws-cdk-lib/assertions'
import { afterAll } from 'vitest'
import { attendanceApp } from '../../infra/attendance-app.ts'
import { AttendanceStack } from '../../infra/attendance-stack.ts'
import type { UnusableEnvironment } from '../../infra/environments.ts'
import { Settings } from '../../lib/settings/settings.ts'

/** The settings of an environment as small as can be. */
export const settingsOf = (overrides: Partial<Record<keyof Settings, unknown>> = {}): Settings =>
  Settings.parse({
    name: 'test',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
    ...overrides,
  })

/** What takes seconds and is done where it matters: bundling, and CDK's check of templates. */
const quickly = {
  'aws:cdk:bundling-stacks': [],
  '@aws-cdk/core:validateAgainstDefaultRules': false,
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** An app whose output is deleted after the tests of a file. */
export const appWith = (
  environments: readonly Settings[],
  postCliContext: object,
  unusable: UnusableEnvironment[] = [],
) => {
  const outdir = mkdtempSync(join(tmpdir(), 'attendance-app-'))
  folders.push(outdir)
  return attendanceApp(
    { usable: [...environments], unusable },
    { outdir, postCliContext: { ...postCliContext } },
  )
}

/** The app of one environment, deployed as a context says. */
export const appOf = (settings: Settings, context: object = {}) =>
  appWith([settings], { ...quickly, ...context })

/** The one stack of an app, before it is synthesized. */
export const stackIn = (app: ReturnType<typeof appOf>): AttendanceStack => {
  const [stack] = app.node.children.filter((child) => child instanceof AttendanceStack)
  if (stack === undefined) throw new Error('The app has no stack')
  return stack
}

/** The stack of one environment. */
export const stackOf = (settings: Settings, context: object = {}) => {
  const app = appOf(settings, context)
  return app.synth().getStackByName(`attendance-${settings.name}`)
}

export const templateOf = (
  overrides: Partial<Record<keyof Settings, unknown>> = {},
  context: object = {},
): Template => Template.fromJSON(stackOf(settingsOf(overrides), context).template)

type Resource = {
  Type: string
  Properties: Record<string, unknown>
  DeletionPolicy?: string
  DependsOn?: string[]
  UpdatePolicy?: Record<string, { DeploymentGroupName: { Ref: string } }>
}

/** The resources of a type, by logical id. */
export const resources = (template: Template, type: string): Record<string, Resource> =>
  template.findResources(type) as Record<string, Resource>

/** The only resource of a type whose name, or a part of it, is given. */
export const theResource = (template: Template, type: string, idPart = ''): Resource => {
  const found = Object.entries(resources(template, type)).filter(([id]) => id.includes(idPart))
  const [only] = found
  if (only === undefined || found.length > 1)
    throw new Error(`${found.length} resources of ${type} have "${idPart}" in their id`)
  return only[1]
}
