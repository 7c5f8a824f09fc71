import { type BundlingOptions, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs'

/** What esbuild is told for every function, here and where bundles are measured. */
export const bundle = {
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  /** Loads faster than ESM: docs/decisions/bundles.md. */
  format: 'cjs',
  sourcesContent: false,
  /** Nobody reads a bundle: licences are in the packages, and what is marked as one is mostly a hint to a coverage tool. */
  legalComments: 'none',
  /** Credentials come from Lambda's variables alone. */
  alias: { '@aws-sdk/credential-provider-node': './lib/platform/lambda-credentials.ts' },
} as const

/** The most that one function's bundle may have, in bytes. */
export const maxBundleBytes = 700_000

/** Bundled by the local esbuild; the AWS SDK is part of it, so that its version is ours. */
export const bundling: BundlingOptions = {
  target: bundle.target,
  mainFields: [...bundle.mainFields],
  minify: bundle.minify,
  format: OutputFormat.CJS,
  sourceMap: true,
  sourcesContent: bundle.sourcesContent,
  bundleAwsSDK: true,
  esbuildArgs: {
    '--legal-comments': bundle.legalComments,
    '--alias': Object.entries(bundle.alias).map(([name, file]) => `${name}=${file}`),
  },
}

/** For Node itself: errors show lines of the source. */
export const nodeVariables = { NODE_OPTIONS: '--enable-source-maps' } as const
