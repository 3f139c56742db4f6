/**
 * Code points of the keyword, and words in it. Not in `search.ts`, which would bring the schema library to every page.
 */
export const searchLimits = { keyword: 100, terms: 10 } as const
