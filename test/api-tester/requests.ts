import * as fc from 'fast-check'
import type { ApiDocument, Operation } from './document.ts'
import type { ApiRequest } from './send.ts'
import { character, type Known, spoilt, valuesOf } from './values.ts'

/** What a request is, and with that what may come of it. */
export type Kind =
  /** As the document describes it, or not: its schema decides. */
  | 'described'
  | 'not-authorized'
  | 'other-method'
  /** Of a media type that the document does not name. */
  | 'other-media-type'

export type Question = { kind: Kind; request: ApiRequest; isPathValid: boolean }

const odd = fc.constantFrom<Record<string, string>>(
  {},
  { Accept: 'text/html' },
  { Accept: 'application/xml;q=0, */*;q=0.1' },
  { 'Accept-Encoding': 'br, gzip;q=0' },
  { 'Content-Encoding': 'identity' },
  { Origin: 'https://example.org' },
  { 'X-Forwarded-For': "'; DROP TABLE employees; --" },
  { 'X-Long': 'x'.repeat(4_000) },
  { Cookie: 'a=b; a=c; __proto__=1' },
  { 'If-Match': '*', Range: 'bytes=0-1', 'Accept-Language': 'xx' },
)

const wrongAuthorizations = [
  ...[null, '', 'Bearer', 'Bearer ', 'Bearer x', 'Bearer  null', 'Basic eDp5', 'Digest x'],
  `Bearer ${'x'.repeat(4_000)}`,
]
const otherMediaTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'json',
]
const jsonMediaTypes = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']

const asForm = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(value)).map(([name, each]): [string, string] => [name, String(each)]),
  ).toString()

/** Bodies: such as are described, spoilt ones, other JSON, and what is none. */
const bodiesOf = ({ request }: Operation, values: fc.Arbitrary<unknown>) => {
  const write = (value: unknown): string =>
    request.mediaType === 'application/json' ? (JSON.stringify(value) ?? '') : asForm(value)
  const broken = fc.tuple(values, fc.nat()).map(([value, nth]) => {
    const text = write(value)
    return text.slice(0, nth % (text.length + 1))
  })
  return fc.oneof(
    { weight: 5, arbitrary: values.map(write) },
    { weight: 4, arbitrary: spoilt(values).map(write) },
    { weight: 1, arbitrary: fc.jsonValue().map(write) },
    { weight: 1, arbitrary: fc.oneof(broken, fc.string({ unit: character })) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

/** Paths with their parameters filled in, and whether as described. */
const pathsOf = ({ path, parameters }: Operation, { resolve }: ApiDocument, known: Known) => {
  const wrong = fc.string({ unit: character, minLength: 1 }).filter((text) => !/^\.+$/.test(text))
  const filled = parameters.map(({ name, schema }) =>
    fc
      .oneof(
        {
          weight: 5,
          arbitrary: valuesOf(schema, resolve, known).map((value) => [value, true] as const),
        },
        { weight: 1, arbitrary: wrong.map((value) => [value, false] as const) },
      )
      .map(([value, isValid]) => ({ name, value: encodeURIComponent(String(value)), isValid })),
  )
  return fc.tuple(...filled).map((values) => ({
    path: values.reduce((text, { name, value }) => text.replace(`{${name}}`, value), path),
    isPathValid: values.every(({ isValid }) => isValid),
  }))
}

/** Questions to one operation. @param authorization that it accepts */
export const questionsOf = (
  operation: Operation,
  document: ApiDocument,
  known: Known,
  authorization: string,
): fc.Arbitrary<Question> => {
  const { method, isOpen, request } = operation
  const values = valuesOf(request.schema, document.resolve, known)
  const right = isOpen ? {} : { Authorization: authorization }
  const mediaTypes = request.mediaType === 'application/json' ? jsonMediaTypes : [request.mediaType]
  const asked = (
    kind: Kind,
    headers: fc.Arbitrary<Record<string, string>>,
    others: fc.Arbitrary<string> = fc.constant(method),
  ) =>
    fc
      .tuple(pathsOf(operation, document, known), bodiesOf(operation, values), headers, odd, others)
      .map(
        ([{ path, isPathValid }, body, own, more, asMethod]): Question => ({
          kind,
          isPathValid,
          request: { method: asMethod, path, headers: { ...more, ...own }, body },
        }),
      )
  const typed = (types: string[], more: Record<string, string>) =>
    fc.constantFrom(...types).map((type) => ({ 'Content-Type': type, ...more }))
  const wrong = fc.constantFrom(...wrongAuthorizations).map((text) => ({
    'Content-Type': request.mediaType,
    ...(text !== null && { Authorization: text }),
  }))
  const otherMethods = fc.constantFrom(...methods.filter((each) => each !== method))
  return fc.oneof(
    { weight: 9, arbitrary: asked('described', typed(mediaTypes, right)) },
    ...(isOpen ? [] : [{ weight: 1, arbitrary: asked('not-authorized', wrong) }]),
    { weight: 1, arbitrary: asked('other-method', typed(mediaTypes, right), otherMethods) },
    { weight: 1, arbitrary: asked('other-media-type', typed(otherMediaTypes, right)) },
  )
}
