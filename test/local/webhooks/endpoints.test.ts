import { expect, test } from 'vitest'
import { Webhook } from '../../../lib/webhooks/webhook-settings.ts'
import { isSigningKey } from '../../../lib/webhooks/wire/signature.ts'
import { endpointsOf, newSigningKey, webhooksOfRun } from '../../../local/webhooks/endpoints.ts'

const url = 'https://payroll.example/events?token=1'

test('endpoints are read with what is in their addresses, as long as these can be used', () => {
  expect(endpointsOf([`payroll=${url}`, 'doors=http://localhost:8080/'])).toEqual({
    payroll: url,
    doors: 'http://localhost:8080/',
  })
  for (const text of ['payroll', 'Pay Roll=https://a.example', 'payroll=https://me:x@a.example'])
    expect(endpointsOf([text])).toBeNull()
})

test('a run posts to no endpoint of its settings but where the command line says', () => {
  const payroll = Webhook.parse({ name: 'payroll', url, events: ['clocked-out'], payload: 'thin' })
  const doors = Webhook.parse({ name: 'doors', url })
  const here = 'http://localhost:8080/'
  expect(webhooksOfRun({ webhooks: [payroll, doors] }, {})).toEqual([])
  expect(webhooksOfRun({ webhooks: [payroll, doors] }, { payroll: here, mine: here })).toEqual([
    { ...payroll, url: here },
    expect.objectContaining({ name: 'mine', url: here, payload: 'full', show: 'opaque' }),
  ])
})

test('a new signing key can be used', () => {
  expect(isSigningKey(newSigningKey())).toBe(true)
})
