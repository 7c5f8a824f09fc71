import { describe, expect, test } from 'vitest'
import { InsecureUrlError, InvalidUrlError } from '../../lib/workforce/errors.ts'
import { below, checkedUrl } from '../../lib/workforce/urls.ts'

describe('service addresses', () => {
  test.each([
    'https://api.example.com',
    'http://localhost:4010',
    'http://127.0.0.1',
    'http://127.1.2.3:81/api',
    'http://[::1]:4010',
  ])('accepts %s', (address) => {
    expect(checkedUrl('baseUrl', address).href).toContain(address)
  })

  test.each([
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
  ])('refuses plain http to %s', (address) => {
    expect(() => checkedUrl('baseUrl', address)).toThrow(
      new InsecureUrlError(null, 'baseUrl: http is only allowed to loopback, use https'),
    )
  })

  test.each([
    '',
    'api.example.com',
    'ftp://api.example.com',
    'https://u:hunter2@x.org',
    'https://x?k=1',
  ])('refuses %j without repeating it', (address) => {
    const check = () => checkedUrl('authUrl', address)
    expect(check).toThrow(InvalidUrlError)
    expect(check).toThrow(/^authUrl: (?!.*hunter2)/)
  })

  test.each([
    ['https://x.org', 'https://x.org/employees/v1/query'],
    ['https://x.org/', 'https://x.org/employees/v1/query'],
    ['https://x.org/hr/api', 'https://x.org/hr/api/employees/v1/query'],
    ['https://x.org/hr/api/', 'https://x.org/hr/api/employees/v1/query'],
    ['https://x.org//hr', 'https://x.org//hr/employees/v1/query'],
    ['http://localhost//x.org/', 'http://localhost//x.org/employees/v1/query'],
  ])('puts paths below %s', (base, expected) => {
    expect(below(new URL(base), '/employees/v1/query').href).toBe(expected)
  })
})
