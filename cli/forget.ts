import { DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { environmentsFolder } from '../infra/environments.ts'
import { documentClient } from '../lib/store/document-client.ts'
import { newCommand } from '../local/command-line.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { placeOf } from './deployment/place.ts'
import { checkForgettable, forgetEmployee } from './forget/forget-employee.ts'
import { holdingsOf, isNothing, type Tables } from './forget/holdings.ts'
import { holdingsText } from './forget/holdings-text.ts'
import { OperatorError, orOneLine } from './or-one-line.ts'

const tablesOf = async (environment: string): Promise<Tables & { stack: string }> => {
  const { names, region } = await placeOf(knownEnvironment(environmentsFolder, environment))
  return {
    documents: documentClient(new DynamoDBClient({ region })),
    table: names.table,
    eventsTable: names.eventsTable,
    deliveriesTable: names.deliveriesTable,
    stack: names.stack,
  }
}

const found = async (tables: Tables & { stack: string }, employeeId: string) => {
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

const forget = async (environment: string, employeeId: string, isMeant: boolean): Promise<void> => {
  if (!z.guid().safeParse(employeeId).success)
    throw new OperatorError(`"${employeeId}" is not the id of an employee, which is a UUID`)
  const tables = await tablesOf(environment)
  const holdings = await found(tables, employeeId)
  if (isNothing(holdings)) return say(`Nothing is held of ${employeeId}`)
  say(`Of ${employeeId} there is held:\n${holdingsText(holdings)}`)
  checkForgettable(holdings)
  if (!isMeant) return say('Nothing was removed: --yes removes it')
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
  .action((name: string, employeeId: string, { yes }: { yes: boolean }) =>
    orOneLine(() => forget(name, employeeId, yes)),
  )
await program.parseAsync()
