/** What an import tells while it runs. */
export type Report = {
  /** How much is done: in bytes for a table, in rows for a JSON file. */
  progress(progress: Progress): void
  /** A row that was left out, and why. */
  malformed(line: number, reason: string): void
}

export type Progress = Readonly<{ done: number; total: number; imported: number }>

/** What an import did, counted from the file's beginning even if it was broken off in between. */
export type Outcome = Readonly<{
  source: string
  imported: number
  /** Good rows of a kind that was not wanted. */
  passedOver: number
  malformed: number
  /** What the source now holds in all. */
  places: number
  areas: number
  /** The same file was imported before: nothing was done. */
  wasDone: boolean
}>
