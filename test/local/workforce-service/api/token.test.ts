import { expect, test } from 'vitest'
import { paths, runningService } from '../support/running-service.ts'

const service = await runningService()
const { credentials } = service

const oauthError = async (response: Response) => ({
  status: response.status,
  error: ((await response.json()) as { error: string }).error,
  cacheControl: response.headers.get('Cache-Control'),
})
const expected = (status: number, error: string) => ({ status, error, cacheControl: 'no-store' })
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

test('grants a bearer token for an hour that is not to be stored', async () => {
  const response = await service.requestToken()
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.json()).toEqual({
    access_token: expect.stringMatching(/^[\w-]{40,}$/),
    token_type: 'Bearer',
    expires_in: 3600,
  })
})

test('takes the credentials from an HTTP Basic header as well', async () => {
  const response = await service.requestToken(
    { grant_type: 'client_credentials' },
    basic(service.clientId, service.clientSecret),
  )
  expect(response.status).toBe(200)
})

test.each([
  ['a wrong secret', { ...credentials, client_secret: 'wrong' }],
  ['an unknown client', { ...credentials, client_id: 'wrong' }],
  ['no secret', { grant_type: 'client_credentials', client_id: credentials.client_id }],
  ['no client', { grant_type: 'client_credentials' }],
])('refuses %s as invalid_client', async (_case, form) => {
  expect(await oauthError(await service.requestToken(form))).toEqual(
    expected(401, 'invalid_client'),
  )
})

test('challenges a client that used the Basic header wrongly', async () => {
  const response = await service.requestToken(
    { grant_type: 'client_credentials' },
    basic(service.clientId, 'wrong'),
  )
  expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic /)
  expect(await oauthError(response)).toEqual(expected(401, 'invalid_client'))
})

test('refuses another grant type as unsupported_grant_type', async () => {
  const response = await service.requestToken({ ...credentials, grant_type: 'password' })
  expect(await oauthError(response)).toEqual(expected(400, 'unsupported_grant_type'))
})

const form = new URLSearchParams(credentials).toString()
const formType = 'application/x-www-form-urlencoded'
test.each([
  ['no grant type', form.replace('grant_type', 'other'), formType],
  ['an empty grant type', form.replace('=client_credentials', '='), formType],
  ['a field given twice', `${form}&client_id=x`, formType],
  ['a JSON body', JSON.stringify(credentials), 'application/json'],
  ['no body', '', formType],
])('refuses %s as invalid_request', async (_case, body, mediaType) => {
  const response = await service.send('POST', paths.token, body, { 'Content-Type': mediaType })
  expect(await oauthError(response)).toEqual(expected(400, 'invalid_request'))
})

test('refuses two ways of authentication at once as invalid_request', async () => {
  const response = await service.requestToken(
    credentials,
    basic(service.clientId, service.clientSecret),
  )
  expect(await oauthError(response)).toEqual(expected(400, 'invalid_request'))
})
