import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, onTestFinished, test } from 'vitest'
import {
  environmentNames,
  environmentsFolder,
  readEnvironmentSettings,
  readEnvironments,
} from '../../infra/environments.ts'
import { settingsSchemaText } from '../../lib/settings/settings-json-schema.ts'

const textOf = (file: string): string => readFileSync(join(environmentsFolder, file), 'utf8')

test('every setting has a description', () => {
  const undescribed: string[] = []
  const look = (schema: Record<string, unknown>, path: string): void => {
    const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>
    for (const [name, property] of Object.entries(properties)) {
      if (name !== '$schema' && !property['description']) undescribed.push(path + name)
      look(property, `${path}${name}.`)
    }
  }
  look(JSON.parse(settingsSchemaText()), '')
  expect(undescribed).toEqual([])
})

test.each(environmentNames(environmentsFolder))(
  '%s points to the schema and follows it',
  (name) => {
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    const validate = ajv.compile(JSON.parse(settingsSchemaText()))
    const settings = JSON.parse(textOf(`${name}.json`))
    expect(settings.$schema).toBe('./settings.schema.json')
    expect(validate(settings)).toBe(true)
    expect(validate({ ...settings, retainData: true })).toBe(false)
  },
)

test('the examples name no account', () => {
  for (const name of environmentNames(environmentsFolder))
    expect(readEnvironmentSettings(environmentsFolder, name).aws).not.toHaveProperty('account')
})

const folderWith = (files: Record<string, unknown>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'environments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [file, settings] of Object.entries(files))
    writeFileSync(join(folder, file), JSON.stringify(settings))
  return folder
}

const usable = {
  name: 'one',
  workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
  workday: { timeZone: 'Europe/London' },
}

test('every problem of every file is one line, and stops no other environment', () => {
  const folder = folderWith({
    'good.json': { ...usable, name: 'good' },
    'one.json': { ...usable, aws: { account: '12', retainDate: true } },
    'two.json': { ...usable, name: 'other' },
    'three.json': { ...usable, name: 'three', polling: { rosterEverySeconds: 90 } },
  })
  const read = readEnvironments(folder)
  expect(read.usable.map(({ name }) => name)).toEqual(['good'])
  expect(read.unusable).toEqual([
    {
      name: 'one',
      problems: [
        'one.json: aws.account: must be an AWS account id: 12 digits',
        'one.json: aws.retainDate: is not a setting; did you mean "retainData"?',
      ],
    },
    {
      name: 'three',
      problems: ['three.json: polling.rosterEverySeconds: must be a multiple of 60'],
    },
    { name: 'two', problems: ['two.json: name: must be "two", as the file is called'] },
  ])
})

test('a schema that stands beside the settings is no environment', () => {
  const folder = folderWith({ 'one.json': usable, 'settings.schema.json': {} })
  expect(readEnvironments(folder).usable.map(({ name }) => name)).toEqual(['one'])
})
