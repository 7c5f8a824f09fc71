/** Something that settings ask for and cannot have. */
export type SettingsProblem = { path: (string | number)[]; message: string }
