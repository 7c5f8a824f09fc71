import { tmpdir } from 'node:os'
import { systemClock } from '../../lib/platform/clock.ts'
import { startAlerts } from '../../local/alerts/start.ts'
import { useEmbeddedAws } from '../../local/aws/sdk-environment.ts'
import { usageOfThis } from '../measuring/usage.ts'
import { BurstOrder } from './orders.ts'

/** The alerts, in a process of their own; tells its parent, when asked, how many messages came to the channel, and what it has used. */

const { endpoints, resources, settings } = BurstOrder.parse(JSON.parse(process.argv[2] ?? ''))
useEmbeddedAws(endpoints, process.env)

let messages = 0
await startAlerts({
  settings,
  resources,
  endpoints,
  clock: systemClock,
  webhooks: {},
  mailFolder: tmpdir,
  note: () => {
    messages++
  },
  onError: (error) => process.stderr.write(`${String(error)}\n`),
})

process.on('message', () => process.send?.({ messages, ...usageOfThis() }))
process.once('disconnect', () => process.exit())
process.send?.('ready')
