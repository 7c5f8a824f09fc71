import { expect, test } from 'vitest'
import { bundleFunction } from '../../bench/bundle-function.ts'
import { functionSources } from '../../bench/function-sources.ts'
import { bundle, bundling, maxBundleBytes } from '../../infra/bundling.ts'

test.each(Object.entries(functionSources))(
  '%s has a bundle that loads fast',
  async (_, { file }) => {
    const { byteLength } = await bundleFunction({ file })
    expect(byteLength).toBeLessThan(maxBundleBytes)
    expect(byteLength).toBeGreaterThan(100_000)
  },
)

test('what is measured is what is deployed', () => {
  const { alias, legalComments, ...options } = bundle
  expect(bundling).toMatchObject({ ...options, sourceMap: true, bundleAwsSDK: true })
  const deployed = Object.entries(alias).map(([name, file]) => `${name}=${file}`)
  expect(bundling.esbuildArgs).toEqual({
    '--legal-comments': legalComments,
    '--alias': deployed,
  })
})
