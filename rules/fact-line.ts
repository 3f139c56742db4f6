/** A line may break before the middle dot, not after it: the dot begins a line and never ends one. */
const DOT = ' ·\u00a0'

/** Joins facts with dots, '한식 · 1만원 이하', and leaves out missing ones. */
export function factLine(facts: readonly (string | null | undefined | false)[]): string {
  return facts.filter(Boolean).join(DOT)
}
