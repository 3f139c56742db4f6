/**
 * Texts in code points; how many collections a member has, and entries each of them. Of a plan: members who choose, places that one
 * of them adds at a time and in 30 days, names of those who put a heart on a place, places beside each other, days ahead.
 */
export const collectionLimits = {
  name: 30,
  about: 200,
  note: 100,
  collections: 100,
  entries: 200,
  from: 30,
  choosers: 50,
  added: 20,
  addedInMonth: 40,
  named: 12,
  compared: 6,
  daysAhead: 366,
} as const
