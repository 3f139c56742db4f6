/** Who is asking, as the session cookie proves it. */
export type Session = Readonly<{
  id: number
  accountId: number
  /** Public handle of the account. */
  handle: string
  /** Opened with a temporary password: may only change the password, read, and log out. */
  restricted: boolean
}>
