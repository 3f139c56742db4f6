/**
 * Limits of a search: code points of the keyword, and words in it. Ours, so that one search stays cheap. They are not in
 * `search.ts`, which would add the schema library to the scripts of every page.
 */
export const searchLimits = { keyword: 100, terms: 10 } as const
