import { minute, utc } from '../../oracle/moments.ts'
import { absenceKinds } from '../../organisation/leave.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import { isAboutKind } from '../alerts/wanted.ts'
import type { Invariant } from '../context.ts'
import { forbidden } from '../privacy.ts'
import { endpointsOf } from './endpoint-view.ts'
import { differences } from './shown.ts'

/** What only a sickness has. */
const ofSicknessAlone = ['REASON-CANARY', 'isCertified', 'stimatedReturn', '"minutes"']

/** What is on its way for minutes is too old by then. */
const hasArrivedInTime = ({ sentAt, arrivedAt }: EndpointRequest): boolean =>
  arrivedAt !== null && arrivedAt - sentAt < minute

/**
 * Every request is signed with a key that is the receiver's then, and the same to the byte whenever it is
 * sent; it says what was published, but for what the endpoint may not be shown.
 */
export const webhooksGenuine: Invariant = function* (context) {
  const published = new Map(context.told.map(({ event, body }) => [event.id, body]))
  const privacies = context.plan.deployments.map(({ deployment }) => deployment.rules.privacy)
  for (const { webhook, triesOf } of endpointsOf(context)) {
    const { name, show } = webhook
    const words = [
      ...forbidden({ absences: show, notes: false, emails: false, payrollNumbers: false }),
      ...absenceKinds.filter((kind) => !isAboutKind(webhook, kind)),
      ...(isAboutKind(webhook, 'Sickness') ? [] : ofSicknessAlone),
    ]
    for (const [id, tries] of triesOf) {
      const [{ body } = { body: '' }] = tries
      const forged = tries.find((each) => !each.isGenuine && hasArrivedInTime(each))
      if (forged !== undefined)
        yield { employeeId: null, message: `${name} could not verify ${id}: ${utc(forged.sentAt)}` }
      if (tries.some((each) => each.body !== body))
        yield { employeeId: null, message: `${name} got ${id} with two contents` }
      const text = body.replaceAll(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
      const leak = words.find((word) => text.includes(word))
      if (leak !== undefined)
        yield { employeeId: null, message: `${name} is told ${leak} in ${id}` }
      const original = published.get(id)
      if (original === undefined) continue
      const amiss = differences(JSON.parse(original), JSON.parse(body), webhook, privacies)
      if (amiss.length > 0)
        yield { employeeId: null, message: `${name} got ${id} with another ${amiss.join(', ')}` }
    }
  }
}
