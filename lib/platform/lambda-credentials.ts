import { fromEnv } from '@aws-sdk/credential-provider-env'

/**
 * What bundles have in place of `@aws-sdk/credential-provider-node`: Lambda gives its functions their
 * credentials in variables, so profiles, single sign-on and the rest of that chain are 120 kB that never run
 * (docs/decisions/bundles.md).
 */
export const defaultProvider = () => fromEnv()
