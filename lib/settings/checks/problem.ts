/** Something that settings ask for and cannot have. */
export type Problem = { path: (string | number)[]; message: string }
