/** Most of each; texts in code points. */
export const collectionLimits = {
  name: 30,
  about: 200,
  note: 100,
  /** Collections of a member, and entries of a collection. */
  collections: 100,
  entries: 200,
  /** Name of the point from which a plan starts. */
  from: 30,
  /** Members who put hearts into one plan. */
  choosers: 50,
  /** Places of one member in another's collection: in it at once, and added within 30 days. */
  added: 20,
  addedInMonth: 40,
  /** Names shown of the members who put a heart on a place. */
  named: 12,
  /** Places shown beside each other in a comparison. */
  compared: 6,
  daysAhead: 366,
} as const
