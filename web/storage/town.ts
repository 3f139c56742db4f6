import { parseNear } from '#rules/paging.ts'

/**
 * The reader's chosen town: the parameters of its page's URL, and its name. `isAside` while home shows the country alone.
 */
export type Town = Readonly<{ near: string; area?: string; around?: string; name: string; isAside?: true }>

/** Null for a value of another shape, which another release or a person may have stored. */
export function toTown(stored: unknown): Town | null {
  const { near, name, area = '', around = '', isAside = true } = (stored ?? {}) as Record<string, unknown>
  const isText = [near, name, area, around].every((one) => typeof one === 'string')
  return isText && name && parseNear(near) && isAside === true ? (stored as Town) : null
}
