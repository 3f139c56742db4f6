export type Report = {
  progress(progress: Progress): void
  malformed(line: number, reason: string): void
}

export type Progress = Readonly<{ done: number; total: number; imported: number }>

/** Counted from the start of the file even if the import was interrupted. */
export type Outcome = Readonly<{
  source: string
  imported: number
  /** Valid rows of a kind that was not requested. */
  passedOver: number
  malformed: number
  places: number
  areas: number
  /** The same file was imported before: nothing was done. */
  wasDone: boolean
}>
