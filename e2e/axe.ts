import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** The only rules about colours, which are all that differs in the dark theme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Judged = {
  /** Selectors of the parts to judge, instead of the whole page. */
  include?: string[]
  exclude?: string[]
  /** Only these rules, or those with these tags. */
  rules?: string[]
  tags?: string[]
}

/**
 * What axe finds wrong with the page as it is now, a line for each element, and the rules that it passes. Nothing else is
 * gathered, because telling of all elements that pass takes several times longer than judging them.
 */
export async function judge(page: Page, { include, exclude, rules, tags }: Judged = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const parts = { include: include ?? [':root'], exclude: exclude ?? [] }
  const only: RunOptions = rules
    ? { runOnly: { type: 'rule', values: rules } }
    : tags
      ? { runOnly: { type: 'tag', values: tags } }
      : {}
  return page.evaluate(
    async ([parts, only]) => {
      // A colour on its way to that of another state has another contrast.
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
