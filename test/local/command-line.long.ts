import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const told = (args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

test.each([
  ['local/main.ts', '--evry', '--every'],
  ['local/workforce-service/main.ts', '--por', '--port'],
  ['local/aws/main.ts dynamodb', '--dta', '--data'],
  ['cli/cost.ts dev', '--employes', '--employees'],
  ['cli/stack.ts deploy dev', '--hlep', '--help'],
  ['cli/running.ts pause dev', '--hlep', '--help'],
  ['test/simulation/main.ts', '--sed', '--seed'],
  ['test/simulation/source-mutants/main.ts', '--onyl', '--only'],
  ['test/torture/main.ts', '--minuts', '--minutes'],
  ['scripts/generate.ts', '--hepl', '--help'],
])('%s %s: one line that suggests %s', async (command, typo, meant) => {
  expect(await told([...command.split(' '), typo, '1'])).toEqual({
    code: 1,
    out: '',
    err: `error: unknown option '${typo}' (Did you mean ${meant}?)\n`,
  })
})

test.each(['generate', 'test-totals'])(
  'scripts/%s.ts takes no options, and says so before it writes anything',
  async (script) => {
    const { code, err } = await told([`scripts/${script}.ts`, '--check'])
    expect({ code, err }).toEqual({ code: 1, err: "error: unknown option '--check'\n" })
  },
)

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

test.each([
  ['start', '[options]'],
  ['workforce', '[options]'],
  ['cost', '[options] <name>'],
  ['pause', '<name>'],
  ['resume', '<name>'],
  ['synth', '[name] [cdk-option...]'],
  ['deploy', '<name> [cdk-option...]'],
  ['diff', '<name> [cdk-option...]'],
  ['destroy', '<name> [cdk-option...]'],
  ['torture', '[options]'],
  ['simulate', '[options]'],
  ['simulate:mutants', '[options]'],
  ['generate', ''],
])(
  'npm run %s: its help says how it is typed, and no default that says nothing',
  async (name, takes) => {
    const command = scripts[name]?.replace(/^node /, '') ?? ''
    const { code, out, err } = await told([...command.split(' '), '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const typed = name === 'start' ? 'npm start' : `npm run ${name}`
    expect(out.split('\n')[0]).toBe(`Usage: ${typed}${takes === '' ? '' : ` -- ${takes}`}`)
    expect(out).not.toMatch(/default: (false|any|\[\]|"")/)
  },
)
