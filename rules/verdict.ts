/** Members who have said whether they would go again, and how many of them would. */
export type Verdict = Readonly<{ people: number; again: number }>

/** Fewest answers that are shown; with fewer one could guess who gave which. */
export const FEWEST_ANSWERS = 3

/** '다녀온 12명 중 9명이 또 간대요'. */
export function verdictText({ people, again }: Verdict): string {
  return again > 0
    ? `다녀온 ${people}명 중 ${again}명이 또 간대요`
    : `다녀온 ${people}명 중 또 간다는 이웃은 아직 없어요`
}

/** '12명 중 9명 또 간대요', for rows. */
export function shortVerdict({ people, again }: Verdict): string {
  return `${people}명 중 ${again}명 또 간대요`
}
