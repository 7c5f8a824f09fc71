import * as z from 'zod'

/** A message on its way to the topic, with its attributes, which are all strings. */
export type Publication = { id: string; message: string; attributes: Record<string, string> }

const PublishBatchForm = z
  .object({ Action: z.literal('PublishBatch') })
  .catchall(z.string())
  .transform((form): Record<string, string> => form)

const CloudEvent = z.object({ id: z.string() })

const idOf = (message: string): string | null => {
  try {
    return CloudEvent.parse(JSON.parse(message)).id
  } catch {
    return null
  }
}

/** The values of a flattened list, `<prefix>.1`, `<prefix>.2`, up to the first that is missing. */
const listed = <T>(read: (n: number) => T | null): T[] => {
  const values: T[] = []
  for (let n = 1; ; n++) {
    const value = read(n)
    if (value === null) return values
    values.push(value)
  }
}

const attributesIn = (form: Record<string, string>, entry: string): Record<string, string> =>
  Object.fromEntries(
    listed((n) => {
      const name = form[`${entry}.MessageAttributes.entry.${n}.Name`]
      const value = form[`${entry}.MessageAttributes.entry.${n}.Value.StringValue`]
      return name === undefined || value === undefined ? null : [name, value]
    }),
  )

/**
 * The events in the form of a `PublishBatch` request (AWS query protocol); none where the
 * body is another request.
 */
export const publicationsIn = (body: unknown): Publication[] => {
  const { data: form } = PublishBatchForm.safeParse(body)
  if (form === undefined) return []
  return listed((n) => {
    const entry = `PublishBatchRequestEntries.member.${n}`
    const message = form[`${entry}.Message`]
    return message === undefined ? null : { message, attributes: attributesIn(form, entry) }
  }).flatMap(({ message, attributes }) => {
    const id = idOf(message)
    return id === null ? [] : [{ id, message, attributes }]
  })
}
