import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { expect } from 'vitest'
import { test } from '../../harness/engine-test.ts'
import { anSqsEvent } from '../../harness/lambda.ts'
import { evening, memberBySnapshot, numbered, ofLaterType, snapshotOf } from './events.ts'
import { pointingAt } from './running.ts'

type Environment = Record<string, string>
type Example = {
  invoke: (event: SQSEvent, environment: Environment) => Promise<SQSBatchResponse>
  presenceOf: (employeeId: string, environment: Environment) => Promise<string>
}

/** What a function behind a queue must do, in whichever language. */
export const testLambdaConsumer = (name: string, { invoke, presenceOf }: Example): void => {
  test(`${name} keeps who is in, whatever comes twice or late, and reports what fails alone`, async ({
    engines,
  }) => {
    const TABLE_NAME = `kept-by-${name}`
    await engines.createTable(TABLE_NAME)
    const environment = { ...pointingAt(engines.environment), TABLE_NAME }
    const invoked = (...bodies: unknown[]) =>
      invoke(
        anSqsEvent(
          ...bodies.map((body) => (typeof body === 'string' ? body : JSON.stringify(body))),
        ),
        environment,
      )
    const presence = async (): Promise<unknown[]> => {
      const { Items = [] } = await engines.documents.send(
        new ScanCommand({ TableName: TABLE_NAME }),
      )
      return Items.toSorted((a, b) => (a['sk'] < b['sk'] ? -1 : 1)).map((item) => item['presence'])
    }
    const ofAnother = (sequence: number) => numbered(sequence, 'clocked-in', { of: 2 })

    const left = numbered(3, 'clocked-out', { end: evening })
    expect(await invoked(left, 'this is no event', ofAnother(2))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-1' }],
    })
    expect(await invoked(numbered(1), left, numbered(2, 'break-started'))).toEqual({
      batchItemFailures: [],
    })
    expect(await presence()).toEqual(['out', 'in'])
    await invoked(numbered(4, 'break-started'))
    expect(await presence()).toEqual(['on a break', 'in'])
    expect(await invoked(ofLaterType(4), ofLaterType(6))).toEqual({ batchItemFailures: [] })
    await invoked(numbered(5, 'clocking-removed'), ofAnother(2))
    expect(await presence()).toEqual(['none', 'in'])
  })

  test(`${name} takes what no snapshot tells for what is not so any more`, async ({ engines }) => {
    const TABLE_NAME = `snapshots-of-${name}`
    await engines.createTable(TABLE_NAME)
    const environment = { ...pointingAt(engines.environment), TABLE_NAME }
    const { subject } = numbered(1)
    const presenceAfter = async (...events: object[]): Promise<string> => {
      await invoke(anSqsEvent(...events.map((each) => JSON.stringify(each))), environment)
      return presenceOf(subject, environment)
    }
    expect(await presenceAfter()).toBe('out')
    expect(await presenceAfter(numbered(2))).toBe('in')
    expect(await presenceAfter(memberBySnapshot(4))).toBe('out')
    expect(await presenceAfter(numbered(3, 'clocked-in', { of: 2 }))).toBe('out')
    expect(await presenceAfter(numbered(5, 'break-started'))).toBe('on a break')
    expect(await presenceAfter(...snapshotOf(6))).toBe('in')
    expect(await presenceAfter(memberBySnapshot(4))).toBe('in')
  })

  test(`${name} has everything again that the table does not take`, async ({ engines }) => {
    const environment = { ...pointingAt(engines.environment), TABLE_NAME: 'not-there' }
    const event = anSqsEvent(JSON.stringify(numbered(1)), JSON.stringify(numbered(2)))
    expect(await invoke(event, environment)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-0' }, { itemIdentifier: 'message-1' }],
    })
  })
}
