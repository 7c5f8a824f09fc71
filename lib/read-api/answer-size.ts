/** Lambda takes no answer of more than 6 MB. */
export const mostBytes = 5_900_000

/** As much of an answer as its people, or its events, may be together, in bytes: something stands around them. */
export const mostBytesOfAll = 5_500_000

/** How large a text is in an answer, which is itself a text: every quote takes two bytes, and one that is escaped four. */
export const sizeInAnswer = (text: string): number => Buffer.byteLength(JSON.stringify(text))
