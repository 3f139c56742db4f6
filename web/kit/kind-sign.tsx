import type { FoodKind } from '#rules/food-kinds.ts'
import { kindShapes } from './kind-shapes.gen.ts'

/** The sign of a kind of food, beside its word. */
export function KindSign({ kind }: { kind: FoodKind }) {
  const html = { __html: kindShapes[kind] }
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from a package (scripts/generate/icons.ts)
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon icon-s" dangerouslySetInnerHTML={html} />
  )
}
