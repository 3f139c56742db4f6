/**
 * How often a fault is repeated: what fits into `npm test`, or with FAULTS=full as often as a release should be tried
 * (`FAULTS=full npm test -- integration faults`).
 */
export function rounds(usual: number, full: number): number {
  return process.env.FAULTS === 'full' ? full : usual
}
