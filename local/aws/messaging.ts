import { type BuildAppOptions, buildApp } from 'fauxqs'
import { PersistenceManager } from '../../node_modules/fauxqs/dist/persistence.js'
import { S3Store } from '../../node_modules/fauxqs/dist/s3/s3Store.js'
import { SnsStore } from '../../node_modules/fauxqs/dist/sns/snsStore.js'
import { SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js'
import { loopback } from '../loopback.ts'
import type { Engine } from './dynamodb.ts'

/** What the engine holds, and how to let go of it. */
type Holdings = { stores: NonNullable<BuildAppOptions['stores']>; release: () => void }

/**
 * Stores whose queues have the URL at which they were asked for. fauxqs would name a host below
 * `localhost`, which not every machine resolves.
 */
const emptyStores = () => {
  const sqsStore = new SqsStore()
  sqsStore.host = ''
  return { sqsStore, snsStore: new SnsStore(), s3Store: new S3Store() }
}

/**
 * Everything in a folder, every change before it is answered. `startFauxqs` would do the same,
 * but listen on every network of the machine (docs/decisions/local-messaging.md).
 */
const heldIn = (folder: string): Holdings => {
  const stores = emptyStores()
  const { sqsStore, snsStore } = stores
  const persistence = new PersistenceManager(folder)
  // A killed process needs no more; only a power cut does, and it is no matter here.
  persistence['db'].exec('PRAGMA synchronous = NORMAL')
  // Read before the stores write through, or else reading would write again.
  persistence.loadSqsAndSns(sqsStore, snsStore)
  sqsStore.persistence = persistence
  snsStore.persistence = persistence
  for (const queue of sqsStore.allQueues()) queue.persistence = persistence
  return { stores, release: () => persistence.close() }
}

const inMemory = (): Holdings => ({ stores: emptyStores(), release: () => {} })

/**
 * SNS and SQS, embedded.
 * A queue of an earlier run is found at the address of this one.
 * @param folder where topics, queues and messages are kept; null for memory
 * @param port 0 takes any free one
 */
export const startMessaging = async (folder: string | null, port = 0): Promise<Engine> => {
  const { stores, release } = folder === null ? inMemory() : heldIn(folder)
  const app = buildApp({ logger: false, stores })
  const endpoint = await app.listen({ port, host: loopback })
  for (const queue of stores.sqsStore.allQueues())
    Object.assign(queue, { url: new URL(new URL(queue.url).pathname, endpoint).href })
  return {
    endpoint,
    close: async () => {
      await app.close()
      release()
    },
  }
}
