import { foodKinds, priceRanges } from '#rules/food-kinds.ts'
import type { Place } from '../../places/place-query.ts'
import '../-post/facts.css'

/** Kinds and price as most people say them, and how many do. */
export function PlaceTags({ place: { kinds, price, price_count } }: { place: Place }) {
  const tags = [
    ...kinds.map(({ kind, count }) => ({ text: foodKinds[kind], count })),
    ...(price ? [{ text: priceRanges[price], count: price_count }] : []),
  ]
  if (tags.length === 0) return null
  return (
    <ul className="facts">
      {tags.map(({ text, count }) => (
        <li key={text} className="tag">
          {text} <span className="place-said num">{count}명</span>
        </li>
      ))}
    </ul>
  )
}

/** The dishes that most people name. */
export function PlaceDishes({ place: { dishes } }: { place: Place }) {
  if (dishes.length === 0) return null
  return (
    <section className="place-section" aria-labelledby="place-dishes">
      <h2 id="place-dishes">많이 먹은 메뉴</h2>
      <dl className="dishes">
        {dishes.map(({ name, price, count }) => (
          <div key={name}>
            <dt>
              {name} <span className="place-said num">{count}명</span>
            </dt>
            <dd>{typeof price === 'number' && `${price.toLocaleString('ko')}원`}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
