// Written by `npm run generate` (scripts/generate.ts). Do not edit.
/** Variables of the form's mutations. */
export const postVariables = /* GraphQL */ `$title: String!, $contents: String!, $images: [String!], $menus: [Int!], $address: String, $place_name: String, $start_time: String, $end_time: String, $lat: Float, $lng: Float, $kind: FoodKind, $price: PriceRange, $dishes: [DishInput!], $closed_on: [ClosedDay!], $traits: [PlaceTrait!], $week_hours: [WeekHoursInput!], $telephone: String`
/** Arguments of these mutations, with the values of the variables. */
export const postArguments = /* GraphQL */ `title: $title, contents: $contents, images: $images, menus: $menus, address: $address, place_name: $place_name, start_time: $start_time, end_time: $end_time, lat: $lat, lng: $lng, kind: $kind, price: $price, dishes: $dishes, closed_on: $closed_on, traits: $traits, week_hours: $week_hours, telephone: $telephone`
