/** What the read API answers, as an HTTP API calls its routes. */
export const readApiRoutes = ['GET /events', 'GET /presence', 'GET /employees/{id}'] as const

export type ReadApiRoute = (typeof readApiRoutes)[number]

/** The function is given so many seconds; an HTTP API waits for no more than 29. */
export const readApiTimeoutSeconds = 28
