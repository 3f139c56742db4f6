/**
 * Repetitions of a fault: few in `npm test`, many with FAULTS=full, as before a release (`FAULTS=full npm test --
 * integration faults`).
 */
export function rounds(usual: number, full: number): number {
  return process.env.FAULTS === 'full' ? full : usual
}
