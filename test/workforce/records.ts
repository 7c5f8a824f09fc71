import { employeeId } from './service.ts'

const id = '5d0c4c7e-1111-4a6b-8f1e-3a2b1c0d9e8f'

/** An employee as the API sends it. */
export const anEmployee = (more: object = {}) => ({
  id: employeeId,
  name: { givenName: 'Ada', familyName: 'Moss' },
  employment: { jobTitle: null, start: '2024-02-01', end: null, payrollNumber: null },
  email: 'ada@example.com',
  externalReference: null,
  _metadata: { isRegistered: true, isTerminated: false },
  ...more,
})

/** A clocking as the API sends it. */
export const aClocking = (more: object = {}) => ({
  id,
  employeeId,
  start: '2026-11-20T09:00:00Z',
  end: null,
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [{ id, start: '2026-11-20T12:00:00Z', end: '2026-11-20T12:30:00Z' }],
  note: null,
  ...more,
})

/** A holiday as the API sends it. */
export const anAbsence = (more: object = {}) => ({
  $type: 'Holiday',
  id,
  employeeId,
  start: { $type: 'LocalDate', date: '2026-11-20' },
  end: null,
  displayName: 'Annual leave',
  note: '',
  ...more,
})

/** A sickness as the API sends it. */
export const aSickness = (more: object = {}) =>
  anAbsence({
    $type: 'Sickness',
    start: { $type: 'LocalDateTime', date: '2026-11-20', time: '09:30:00' },
    end: { $type: 'LocalDatePart', date: '2026-11-21', datePart: 'FirstHalf' },
    estimatedReturn: { date: '2026-11-23' },
    isCertified: false,
    reason: { id: 3, description: 'Flu' },
    duration: { $type: 'Days', days: 1.5 },
    isPaid: true,
    paidDuration: { $type: 'Minutes', minutes: 480 },
    ...more,
  })
