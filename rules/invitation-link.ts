/** Fragment of the sign-up's URL, because a fragment reaches no server and no log. */
export function invitationFragment(token: string): string {
  return `invite=${token}`
}

/** Null without an invitation. */
export function invitationOfFragment(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('invite')
}
