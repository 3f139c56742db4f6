// '@닉네임' in the text of a comment.

/** Most members that one comment names; further names stay text. */
export const MOST_MENTIONED = 10

/** '@' at the beginning of a word, as opposed to the one of an e-mail address. */
const AT = /(?:^|[^\p{L}\p{N}\p{M}_@])@/gu

/** Characters that continue a word, so the text before them is no whole nickname; '님' may follow a whole one. */
const GOES_ON = /^(?!님)[\p{L}\p{N}\p{M}\p{Emoji_Modifier}_\u200D]/u

/** Positions in the text after each '@' that a nickname may follow. */
export function mentionStarts(text: string): number[] {
  return [...text.matchAll(AT)].map((found) => found.index + found[0].length)
}

/** Whether this rest of a text may follow a whole nickname. */
export function canFollowNickname(rest: string): boolean {
  return !GOES_ON.test(rest)
}

/** A nickname in a text, from its '@' at `from` to before `to`. */
export type Mention = Readonly<{ name: string; from: number; to: number }>

/** Positions where the text names somebody, from the '@' on; of several nicknames that fit, the longest is meant. */
export function findMentions(text: string, names: readonly string[]): Mention[] {
  return mentionStarts(text).flatMap((start) => {
    const fitting = names.filter(
      (name) => text.startsWith(name, start) && canFollowNickname(text.slice(start + name.length)),
    )
    const [name] = fitting.toSorted((one, other) => other.length - one.length)
    return name === undefined ? [] : { name, from: start - 1, to: start + name.length }
  })
}
