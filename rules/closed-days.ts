/** In the order of the interface. */
export const closedDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const
export type ClosedDay = (typeof closedDays)[number]
