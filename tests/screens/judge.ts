import axe from 'axe-core'

/** What axe finds wrong with the page in either theme, a line for each element. */
export async function judgeInBothThemes(): Promise<string[]> {
  const { dataset } = document.documentElement
  const { theme } = dataset
  const faults: string[] = []
  for (const tried of ['light', 'dark'] as const) {
    dataset.theme = tried
    const { violations } = await axe.run(document.body, { resultTypes: ['violations'], restoreScroll: true })
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        faults.push(`${tried}, ${id}: ${target.join(' ')} ${failureSummary}`)
      }
    }
  }
  if (theme === undefined) delete dataset.theme
  else dataset.theme = theme
  return faults
}
