import type { PeopleList } from '#contract/schema.gen.ts'

// Apart from the screen, because every page's first file holds what the URLs of screens may say.
const lists: Record<PeopleList, true> = { followers: true, following: true, blocked: true }

export function isPeopleList(text: string): text is PeopleList {
  return Object.hasOwn(lists, text)
}
