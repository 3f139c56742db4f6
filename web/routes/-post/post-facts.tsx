import { closedText } from '#rules/fact-labels.ts'
import { placeTraits } from '#rules/food-kinds.ts'
import type { Post } from '../../posts/queries/post-query.ts'

/** What a post tells about its place beside its kind and price: what is good there, closing days, dishes. */
export function Facts({ post: { traits, closed_on, dishes } }: { post: Post }) {
  const closed = closedText(closed_on)
  const facts = [...traits.map((trait) => placeTraits[trait]), ...(closed ? [closed] : [])]
  return (
    <>
      {facts.length > 0 && (
        <ul className="facts">
          {facts.map((fact) => (
            <li key={fact} className="tag">
              {fact}
            </li>
          ))}
        </ul>
      )}
      {dishes.length > 0 && (
        <dl className="dishes" aria-label="먹은 것">
          {dishes.map(({ name, price }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two dishes may have the same name
            <div key={index}>
              <dt>{name}</dt>
              <dd>{typeof price === 'number' && `${price.toLocaleString('ko')}원`}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
