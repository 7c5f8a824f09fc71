import { DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { environmentsFolder } from '../infra/environments.ts'
import { documentClient } from '../lib/store/document-client.ts'
import { newCommand } from '../local/command-line.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { placeOf } from './deployment/place.ts'
import { forgetEmployee } from './forget/forget-employee.ts'
import { checkForgettable, type Terms } from './forget/forgettable.ts'
import { holdingsOf, isNothing, type Tables } from './forget/holdings.ts'
import { holdingsText } from './forget/holdings-text.ts'
import { OperatorError, orOneLine } from './or-one-line.ts'

type Environment = Tables & Pick<Terms, 'lookbackHours'> & { stack: string }

const environmentOf = async (environment: string): Promise<Environment> => {
  const { settings, names, region } = await placeOf(
    knownEnvironment(environmentsFolder, environment),
  )
  return {
    lookbackHours: settings.polling.lookbackHours,
    documents: documentClient(new DynamoDBClient({ region })),
    table: names.table,
    eventsTable: names.eventsTable,
    deliveriesTable: names.deliveriesTable,
    stack: names.stack,
  }
}

const found = async (tables: Environment, employeeId: string) => {
  try {
    return await holdingsOf(tables, employeeId)
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
    throw new OperatorError(
      `${tables.stack} is not deployed; see docs/operations.md#deploy-from-nothing`,
    )
  }
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

type Options = { yes: boolean; althoughOpen: boolean }

const forget = async (
  environment: string,
  employeeId: string,
  { yes, althoughOpen }: Options,
): Promise<void> => {
  if (!z.guid().safeParse(employeeId).success)
    throw new OperatorError(`"${employeeId}" is not the id of an employee, which is a UUID`)
  const tables = await environmentOf(environment)
  const holdings = await found(tables, employeeId)
  if (isNothing(holdings)) return say(`Nothing is held of ${employeeId}`)
  say(`Of ${employeeId} there is held:\n${holdingsText(holdings)}`)
  const { lookbackHours } = tables
  checkForgettable(holdings, { lookbackHours, isOpenToo: althoughOpen })
  if (!yes) return say('Nothing was removed: --yes removes it')
  const left = await forgetEmployee(tables, employeeId, holdings)
  say(
    isNothing(left)
      ? 'All of it was removed; the number of their last event stays'
      : `All of it was removed, but this came meanwhile: run the command again\n${holdingsText(left)}`,
  )
}

const program = newCommand('npx node cli/forget.ts')
  .description('Removes what is held of an employee who has left; without --yes it only tells what')
  .argument('<name>', 'the environment: a file in infra/environments')
  .argument('<employee id>', 'whom')
  .option('--yes', 'remove it', false)
  .option(
    '--although-open',
    'also what has begun and not ended: it is told again should they be hired again',
    false,
  )
  .action((name: string, employeeId: string, options: Options) =>
    orOneLine(() => forget(name, employeeId, options)),
  )
await program.parseAsync()
