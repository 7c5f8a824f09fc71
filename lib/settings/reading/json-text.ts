import jsonc from 'jsonc-parser'

/** What JSON text holds, and which names stand twice in it; or what is wrong with the text. */
export type JsonText = { json: unknown; twice: Twice[] } | { problem: string }

/** A name that an object has twice: JSON would quietly forget the first. */
export type Twice = { path: (string | number)[]; line: number }

/** What each of the parser's findings means to whoever wrote the text. */
const meanings: Record<string, string> = {
  InvalidSymbol: 'what begins here is no JSON; names and strings stand in double quotes',
  PropertyNameExpected: 'a name in double quotes is expected; perhaps there is a comma too many',
  ValueExpected: 'a value is expected; perhaps there is a comma too many',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is more than one value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'the string that begins here does not end on its line',
  InvalidUnicode: 'the string that begins here has a \\u without four digits',
  InvalidEscapeCharacter: 'the string that begins here has a single backslash; write two',
  InvalidCharacter: 'the string that begins here has a tab or another control character',
}

type Finding = { meaning: string; line: number; column: number }

/** Looks at the text more closely than JSON.parse: where it breaks off, and what stands twice. */
const inspect = (text: string): { first: Finding | undefined; twice: Twice[] } => {
  let first: Finding | undefined
  const twice: Twice[] = []
  const names: Set<string>[] = []
  try {
    jsonc.visit(
      text,
      {
        onObjectBegin: () => {
          names.push(new Set())
        },
        onObjectEnd: () => {
          names.pop()
        },
        onObjectProperty: (name, _offset, _length, line, _column, path) => {
          const known = names.at(-1)
          if (known?.has(name)) twice.push({ path: [...path(), name], line: line + 1 })
          known?.add(name)
        },
        onError: (code, _offset, _length, line, column) => {
          const meaning = meanings[jsonc.printParseErrorCode(code)] ?? 'it cannot be read'
          first ??= { meaning, line: line + 1, column: column + 1 }
        },
      },
      { disallowComments: true },
    )
  } catch (error) {
    // Nested so deep that the parser overflows the stack.
    if (!(error instanceof RangeError)) throw error
  }
  return { first, twice }
}

/** Reads JSON text, a byte order mark before it included. Its content is never repeated. */
export const readJson = (text: string): JsonText => {
  const plain = text.replace(/^\ufeff/, '')
  if (plain.trim() === '') return { problem: 'is empty' }
  let json: unknown
  try {
    json = JSON.parse(plain)
  } catch {
    const { first } = inspect(plain)
    if (first === undefined) return { problem: 'is not JSON' }
    const { meaning, line, column } = first
    return { problem: `is not JSON: line ${line}, column ${column}: ${meaning}` }
  }
  return { json, twice: inspect(plain).twice }
}
