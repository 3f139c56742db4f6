// Written by `npm run generate` (scripts/generate.ts). Do not edit.
/** Fields that its author wrote, in every row of a list. */
export const rowFields = /* GraphQL */ `title contents kind`
/** What cards show besides. */
export const cardFields = /* GraphQL */ `address place_name start_time end_time lat lng price closed_on`
/** What a post's page shows besides. */
export const pageFields = /* GraphQL */ `images { url info { width height placeholder } } dishes { name price } traits`
