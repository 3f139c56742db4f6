import type { AccountTables } from './tables/accounts.ts'
import type { ModerationTables, PeopleTables } from './tables/people.ts'
import type { PlaceTables } from './tables/places.ts'
import type { PostTables } from './tables/posts.ts'
import type { SharedTables } from './tables/shared.ts'

/** Every table by its name, with its columns. */
export interface Tables extends AccountTables, ModerationTables, PeopleTables, PlaceTables, PostTables, SharedTables {}
