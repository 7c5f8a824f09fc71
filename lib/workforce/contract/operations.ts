/** The four operations (spec section 4), each with its path and the problems it may answer. */
export const operations = {
  employees: {
    method: 'POST',
    path: '/employees/v1/query',
    problems: ['token-expired', 'forbidden', 'field-validation'],
  },
  externalReference: {
    method: 'PUT',
    path: '/employees/v1/{employeeId}/external-reference',
    problems: ['token-expired', 'forbidden', 'resource-not-found', 'conflict', 'field-validation'],
  },
  clockings: {
    method: 'POST',
    path: '/timeclock/v1/clockings/query',
    problems: ['token-expired', 'forbidden', 'field-validation'],
  },
  absences: {
    method: 'POST',
    path: '/absences/v1/query',
    problems: ['token-expired', 'forbidden', 'field-validation'],
  },
} as const
export type OperationName = keyof typeof operations

/** Where tokens are issued, below the auth URL (spec section 5.3). */
export const tokenPath = '/connect/token'
