/** The fragment of the sign-up's URL, which reaches no server and no log. */
export function invitationFragment(token: string): string {
  return `invite=${token}`
}

/** Null without an invitation. */
export function invitationOfFragment(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('invite')
}
