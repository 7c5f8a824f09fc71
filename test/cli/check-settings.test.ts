import { expect, test } from 'vitest'
import { checkSettings } from '../../cli/deployment/check-settings.ts'
import { settingsOf } from '../infra/environment.ts'

const tooMany = Array.from({ length: 40 }, (_, index) => ({
  name: `rule-${index}-${'x'.repeat(25)}`,
  on: ['clocked-in'],
  slack: ['office'],
}))

test('all that is wrong with the settings of all environments is told at once, a line each', () => {
  const usable = [settingsOf(), settingsOf({ name: 'full', alerts: tooMany })]
  const unusable = [{ name: 'bad', problems: ['bad.json: name: is missing', 'bad.json: x: is no'] }]
  expect(() => checkSettings({ usable, unusable })).toThrow(
    expect.objectContaining({
      name: 'OperatorError',
      message: expect.stringMatching(
        /^full\.json: alerts: too many or too long for the 4096 bytes of variables that send-alerts may have: they take about 6\d{3}\nbad\.json: name: is missing\nbad\.json: x: is no$/,
      ),
    }),
  )
})

test('nothing is said of settings that can be used', () => {
  expect(() => checkSettings({ usable: [settingsOf()], unusable: [] })).not.toThrow()
})
