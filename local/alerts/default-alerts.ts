/**
 * What a run without a settings file tells people: enough to see how alerts, mails and
 * digests look.
 */
export const defaultAlerts = () => {
  const slack = ['office']
  const email = ['managers']
  return {
    slack: { channels: slack },
    mail: { from: 'attendance@example.org' },
    audiences: { managers: ['managers@example.org'] },
    alerts: [
      {
        name: 'attention',
        on: ['clocking-overdue', 'break-overdue', 'clocked-in-while-absent'],
        slack,
        email,
        group: 300,
      },
      { name: 'sick-returns', on: ['return-overdue'], email, group: 300, show: 'category' },
      { name: 'arrivals', on: ['clocked-in'], slack, group: 300 },
      { name: 'absences', on: ['absence-started', 'absence-withdrawn'], slack, group: 900 },
      { name: 'people', on: ['employee-joined', 'employee-left'], email, group: 3_600 },
    ],
    digests: [
      {
        name: 'morning',
        at: '08:30',
        slack,
        email,
        include: ['off-today', 'open-clockings', 'returning-tomorrow'],
      },
    ],
    rollCall: { slack },
  }
}
