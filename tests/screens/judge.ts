import axe from 'axe-core'

/** Tags that add the rules of WCAG 2.2 to axe. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules about colours: the dark theme differs in nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Faults that axe finds in these themes, a line for each element. */
export async function findAxeFaults(themes: readonly ('light' | 'dark')[]): Promise<string[]> {
  const { dataset } = document.documentElement
  const { theme } = dataset
  const faults: string[] = []
  for (const tried of themes) {
    dataset.theme = tried
    // In a transition to the theme's colour, the contrast is another one.
    for (const running of document.getAnimations()) if (running instanceof CSSTransition) running.finish()
    const runOnly = tried === 'light' ? RULES : COLOUR_RULES
    const { violations } = await axe.run(document.body, { runOnly, resultTypes: ['violations'] })
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

export const findFaultsInBothThemes = () => findAxeFaults(['light', 'dark'])
