import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { settingsWarnings } from '../lib/settings/checks/settings-warnings.ts'
import { documentClient } from '../lib/store/document-client.ts'
import { createEmployeeStore } from '../lib/store/employee-store.ts'
import { createShardStore } from '../lib/store/shard-store.ts'
import { asking } from './alerts/asking.ts'
import { mailFolderIn } from './alerts/mail-folder.ts'
import { startAlerts } from './alerts/start.ts'
import { checkElsewhere } from './aws/elsewhere.ts'
import { createResources, type LocalResources } from './aws/resources.ts'
import { useEmbeddedAws } from './aws/sdk-environment.ts'
import { startEmbeddedAws } from './aws/start.ts'
import { dropLeases } from './data/leases.ts'
import { openRunRecord } from './data/run-record.ts'
import { startFunctions } from './lambda/functions.ts'
import type { RunOptions } from './options.ts'
import { checkPorts, portsFrom } from './ports.ts'
import { startReadApiOf } from './read-api/start.ts'
import { startReplaysOf } from './replays/start.ts'
import {
  checkChannels,
  checkEndpoints,
  readSettingsFile,
  settingsOf,
  zoneOfMachine,
} from './run-settings.ts'
import { openSource } from './source/open.ts'
import { captureConsole, createOutputTaker } from './telemetry/console.ts'
import { createFigures } from './telemetry/figures.ts'
import { connections, opening, replaying } from './terminal/heading.ts'
import { paintFor } from './terminal/paint.ts'
import { readPresence } from './terminal/presence.ts'
import { showProgress } from './terminal/progress.ts'
import { startReport } from './terminal/report.ts'
import { startSubscriber } from './terminal/subscriber.ts'
import { createTerminal } from './terminal/terminal.ts'
import { startWebhooks } from './webhooks/start.ts'
import { within } from './within.ts'

/** A system that runs. */
export type Run = {
  /** Does what somebody asks for at the terminal: `r` for a roll call, `t` for test messages. */
  ask: (word: string) => Promise<void>
  /** Begins nothing new, shows what is still on its way, and ends everything in 2 seconds. */
  end: () => Promise<void>
}

/** How long polls that run may go on once the end has begun, in milliseconds. */
const lastPolls = 600
/** How long what was published may take to be shown then. */
const lastEvents = 900

const openStores = async ({ tableName }: LocalResources) => {
  const client = documentClient(new DynamoDBClient())
  await dropLeases(client, tableName)
  return {
    shards: createShardStore(client, tableName),
    employees: createEmployeeStore(client, tableName),
  }
}

/**
 * Starts the whole system: Workforce API, embedded AWS, functions, terminal.
 * @throws {StartError | SettingsError} where the options cannot be used
 */
export const startRun = async (
  options: RunOptions,
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
): Promise<Run> => {
  const file = readSettingsFile(options.settingsFile)
  checkChannels(file, options)
  checkEndpoints(file, options)
  await checkElsewhere(options.engines)
  const record = openRunRecord(options.dataFolder)
  const ports = portsFrom(options.firstPort)
  await checkPorts(ports)
  const timeZone = file?.workday.timeZone ?? zoneOfMachine()
  const surroundings = { record, timeZone, port: ports.workforce }
  const source = await openSource(options.source, surroundings)
  const settings = settingsOf(file, options, source)
  const progress = showProgress(stderr, source.apiUrl)
  const terminal = createTerminal(
    {
      json: options.json,
      timeZone,
      paint: paintFor(stdout),
      paintProblem: paintFor(stderr),
      before: progress.clear,
    },
    stdout,
    stderr,
  )
  terminal.note(opening(source, timeZone))
  for (const warning of settingsWarnings(settings)) terminal.problem(`warning: ${warning}`)
  const figures = createFigures()
  let isEnding = false
  const problem = (line: string) => {
    if (!isEnding) terminal.problem(line)
  }
  const onError = (error: unknown) =>
    problem(`error: ${error instanceof Error ? error.message : 'unknown'}`)

  const aws = await startEmbeddedAws({
    folder: options.dataFolder,
    ports,
    elsewhere: options.engines,
  })
  useEmbeddedAws(aws.endpoints, process.env)
  captureConsole(createOutputTaker({ figures, print: problem, verbose: options.verbose }))
  const resources = await createResources(aws.endpoints, source.credentials)
  const { shards, employees } = await openStores(resources)
  const readApi = await startReadApiOf({
    settings,
    resources,
    clock: source.clock,
    port: ports.readApi,
  })
  terminal.note(connections(source, aws.endpoints, resources, readApi?.url ?? null))

  const subscriber = startSubscriber(new SQSClient(), {
    queueUrl: resources.terminalQueueUrl,
    take: terminal.event,
    onError,
  })
  const alerts = await startAlerts({
    settings,
    resources,
    endpoints: aws.endpoints,
    clock: source.clock,
    webhooks: options.slack,
    mailFolder: mailFolderIn(options.dataFolder),
    note: terminal.note,
    onError,
  })
  const webhooks = await startWebhooks({
    settings,
    resources,
    endpoints: aws.endpoints,
    urls: options.webhooks,
    signingKeys: options.signingKeys,
    note: terminal.note,
    onError,
  })
  const replays = await startReplaysOf({
    settings: { ...settings, webhooks: webhooks.webhooks },
    resources: { ...resources, queueUrlPrefix: webhooks.queueUrlPrefix },
    clock: source.clock,
    port: ports.replays,
    onError,
  })
  const [first] = webhooks.webhooks
  if (replays !== null && first !== undefined)
    terminal.note(replaying(replays.url, first.name, source.clock.now(), settings.workday.timeZone))
  const functions = startFunctions({
    settings,
    resources,
    clock: source.clock,
    isAnybodyWatched: async () => (await shards.all()).shards.length > 0,
    onError,
  })
  const report = startReport({
    terminal,
    progress,
    timeZone,
    clock: source.clock,
    totals: figures.totals,
    presence: () => readPresence(shards, employees),
    onError,
  })

  return {
    ask: asking({ alerts, note: terminal.note, onError }),
    end: async () => {
      isEnding = true
      await replays?.close()
      await within(lastPolls, functions.stop())
      await within(lastEvents, Promise.all([subscriber.stop(), alerts.stop(), webhooks.stop()]))
      await within(lastPolls, report.stop())
      await readApi?.close()
      await source.close()
      await aws.close()
      record.close()
    },
  }
}
