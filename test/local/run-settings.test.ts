import { expect, test } from 'vitest'
import { checkChannels, readSettingsFile } from '../../local/run-settings.ts'
import { StartError } from '../../local/start-error.ts'

const prod = 'infra/environments/prod.json'
const url = 'https://hooks.slack.com/services/T000/B000/xyz'

test.each([
  ['ofice', null, 'a run without --settings (office); did you mean "office"?'],
  ['general', null, 'a run without --settings (office)'],
  ['office-2', prod, `${prod} (office, fire-wardens); did you mean "office"?`],
])('a webhook for #%s of %s, which is not there, is refused', (channel, settingsFile, where) => {
  const options = { slack: { [channel]: url }, settingsFile }
  expect(() => checkChannels(readSettingsFile(settingsFile), options)).toThrow(
    new StartError(`--slack: "${channel}" is not one of the channels of ${where}`),
  )
})

test.each([null, prod])('a webhook for a channel of %s is taken', (settingsFile) => {
  const options = { slack: { office: url }, settingsFile }
  expect(() => checkChannels(readSettingsFile(settingsFile), options)).not.toThrow()
})
