import * as z from 'zod'

/** The form fields of a token request (spec section 5.3). */
export const TokenRequest = z
  .object({
    grant_type: z.literal('client_credentials'),
    client_id: z.string(),
    client_secret: z.string(),
  })
  .meta({ id: 'TokenRequest' })

/** A granted access token; `expires_in` is in seconds (spec section 5.4). */
export const TokenResponse = z
  .object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.int() })
  .meta({ id: 'TokenResponse' })
export type TokenResponse = z.infer<typeof TokenResponse>
