/** Stands in for the router's own ways to read and write search parameters (vite.config.ts); router.tsx has ours. */
export const defaultParseSearch = undefined
export const defaultStringifySearch = undefined
export const parseSearchWith = undefined
export const stringifySearchWith = undefined
