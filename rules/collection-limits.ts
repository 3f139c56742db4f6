/** Texts in code points; how many collections a member has, and entries each of them. */
export const collectionLimits = { name: 30, about: 200, note: 100, collections: 100, entries: 200 } as const
