/** The hue behind a person's initial, in degrees: one of 36. */
export function hueOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) | 0
  return (Math.abs(hash) % 36) * 10
}
