/** What the event catalog says in words; the tables and examples come from the code. */
export const guide = {
  opening: `# Events

Every event is a [CloudEvent 1.0](https://cloudevents.io) in structured JSON and travels as one
message of the SNS topic. This page, the JSON Schema of each type in
[reference/events](reference/events), [one of them all](reference/any-event.schema.json) and the
[AsyncAPI document](reference/attendance-events.asyncapi.json) are generated from the schemas that
type the code: \`npm run generate\`.

A breaking change of an event gets a new type, a compatible one a new number at the end of
\`dataschema\`. Ignore fields that you do not know.`,

  envelope: `## What every event has

| field | meaning |
|---|---|
| \`id\` | UUIDv5 of the type and of what makes it this event and no other; a repeat has the same |
| \`source\` | \`/attendance-events/<environment>\` |
| \`type\` | one of the types below |
| \`subject\` | the employee's id |
| \`time\` | when it happened, UTC |
| \`recordedtime\` | when it was seen, UTC |
| \`sequence\` | the number of this event among the employee's events, 20 digits |
| \`baseline\` | \`true\` on what was so before the first run, and in a snapshot; else left out |
| \`snapshot\` | \`true\` on what tells one subscriber how things stand; \`sequence\` is then that of the employee's last event; else left out |
| \`data.employee\` | who: id, name, job title, external reference |
| \`data.observed\` | the two polls that it lies between (what a second answer must confirm came up before \`after\`); \`after\` is null where none before was complete, and of what the roster tells; what the clock brought about of something that was known (an absence that starts or ends, what is overdue, \`clocked-in-while-absent\`, which takes a poll that shows both) has an \`after\` no later than its \`time\`, though polls since may not have read it |`,

  consuming: `## Using \`id\` and \`sequence\`

Delivery is at least once, and an SNS standard topic keeps no order.

- **Drop repeats by \`id\`.** Something that is taken back and happens again, such as a second
  clock-out after the first was removed, is another event with another \`id\`.
- **Order by \`sequence\`, for each employee.** It grows by one with each event and compares as text.
  To keep only how things stand, keep of each clocking, each absence and each employment the event with the
  highest \`sequence\`. To act on every event in order, hold back what comes after a gap: the missing
  one is on its way.
- **\`sequence\` never starts again**: an employee who left and is hired again, however much later,
  goes on with the next number, with \`attendance.employee-joined\`.
- **What takes back something published comes a poll later** than other corrections: an end or a break that
  vanishes, a value that returns to what it had been. A second answer must confirm it, because a stale
  one looks just like it.
- **\`time\` may lie far back**: after an outage, or where a device synced late. Decide by it what
  is still worth acting on.
- **Attention events** (\`clocking-overdue\`, \`break-overdue\`, \`clocked-in-while-absent\`,
  \`return-overdue\`) come once, on crossing; there is none for the end of it. A start that is corrected
  to a later moment does not bring a second one, nor an absence that is moved while it lasts. Absences are read every
  15 minutes (a setting), and what speaks of both comes with the poll that shows both, though
  the absence may be over by then.
- **The boundaries of an absence are local** to the employee, by \`absence.timeZone\`, and inclusive: a last
  day belongs to it. An employee's clock is that of their last clocking. Where that is in another zone, or was noted in a
  wrong one, an absence that lasts is amended (\`changes\` has \`timeZone\`): it ends by the new clock, or goes on, or starts once
  more. One that has ended by the clock that was right then has ended. Whether a correction moves one to after its end is
  seen by one clock: that of now.`,

  attributes: `## Message attributes and filter policies

| attribute | value |
|---|---|
| \`type\` | as in the event |
| \`employeeId\` | as \`subject\` |
| \`baseline\` | \`true\` or \`false\` |
| \`snapshot\` | \`true\` on what tells one subscriber how things stand, in its queue alone; else left out |
| \`replayed\` | \`true\` on what was published before and is sent again, in the queue of whom it is sent to; else left out |
| \`absenceType\` | \`Sickness\`, \`Holiday\`, \`Toil\`, \`Other\`, or a type that the Workforce API has added (\`Unrecognised\` where that is no plain word); only on events about an absence, and not where \`privacy.absences\` is \`opaque\` |

A subscription gets what its filter policy lets through:`,

  privacy: `## What privacy settings leave out

| setting | then |
|---|---|
| \`privacy.absences: "opaque"\` | an absence has \`id\`, \`employeeId\`, \`timeZone\`, \`start\` and \`end\` only; no \`absenceType\`, no \`return-overdue\`, no \`absence-amended\` for what is not shown |
| \`privacy.absences: "category"\` (default) | its \`$type\` as well |
| \`privacy.absences: "full"\` | its name and note; of a sickness also reason, certification, duration, pay and estimated return |
| \`privacy.notes: false\` (default) | clockings have no \`note\` |
| \`privacy.emails: false\` (default) | \`employee\` has no \`email\` |
| \`privacy.payrollNumbers: false\` (default) | \`employee\` has no \`payrollNumber\` |

What is switched off is not stored either, except the expected return of a sick employee, which
\`return-overdue\` goes by.`,
}
