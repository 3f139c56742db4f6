import { appendFileSync } from 'node:fs'
import type { Damage, Ledger } from './ledger.ts'

/** The file to which `npm run test:long -- R1` lets tests add what they measured. */
const file = process.env.FAULTS_TABLE

/** Whether this run measures faults for the table, so that its tests run at full length. */
export const measuresFaults = file !== undefined

/** Result of a test of a fault in `scripts/test/faults.ts`. */
export type Figures = Readonly<{
  fault: string
  done: string
  /** Acknowledged writes, and how many of them were gone afterwards. */
  acknowledged?: number
  lost?: number
  /** Seconds until writes and reads worked again, or for what `done` names; the longest of all rounds. */
  seconds?: number
  /** The same without the fault, under the same load. */
  ordinary?: number
}>

/** Repetitions of a fault: few usually, many for the table. */
export function rounds(usual: number, full: number): number {
  return measuresFaults ? full : usual
}

/** Adds a row to the table. */
export function recordFigures(figures: Figures): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`)
}

/** Acknowledged and lost writes of a ledger. */
export function writesOf({ sizes }: Ledger, { lostPosts, lostLikes }: Damage): { acknowledged: number; lost: number } {
  return { acknowledged: sizes.posts + sizes.likes, lost: lostPosts + lostLikes }
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}
