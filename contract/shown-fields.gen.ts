// Written by `npm run generate` (scripts/generate.ts). Do not edit.
/** Fields written by the author that every row of a list shows. */
export const rowFields = /* GraphQL */ `title contents kind`
/** Fields that a card adds to those of a row. */
export const cardFields = /* GraphQL */ `address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order }`
/** Fields that a post's page adds to those of a card. */
export const pageFields = /* GraphQL */ `images { url info { width height placeholder } } menus dishes { name price } traits telephone`
