import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Rules about colours: the dark theme differs in nothing else. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Judged = {
  /** Selectors of the parts to judge, instead of the whole page. */
  include?: string[]
  exclude?: string[]
  /** Checks only these rules, or the rules with these tags. */
  rules?: string[]
  tags?: string[]
}

/**
 * Runs axe on the page as it is now: its faults, a line for each element, and the rules that the page passes. A list of all
 * elements that pass is left out, because making it takes several times longer than the check.
 */
export async function runAxe(page: Page, { include, exclude, rules, tags }: Judged = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const parts = { include: include ?? [':root'], exclude: exclude ?? [] }
  const only: RunOptions = rules
    ? { runOnly: { type: 'rule', values: rules } }
    : tags
      ? { runOnly: { type: 'tag', values: tags } }
      : {}
  return page.evaluate(
    async ([parts, only]) => {
      // In a transition between two states, the contrast is another one.
      for (const running of document.getAnimations()) if (running instanceof CSSTransition) running.finish()
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const { violations, passes } = await run(parts, { ...only, resultTypes: ['violations'] })
      return {
        faults: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')} ${html} ${failureSummary}`),
        ),
        passed: passes.map(({ id }) => id),
      }
    },
    [parts, only] as const,
  )
}
