import { useQuery } from '@tanstack/react-query'
import { useGraphql } from '../../graphql.ts'
import { CollectionStrip } from '../../posts/collections/collection-card.tsx'
import { foundCollectionsQuery } from '../../posts/collections/collection-queries.ts'

/** Public collections that a keyword finds; null if there are none. */
export function FoundCollections({ keyword }: { keyword: string }) {
  const { data: collections } = useQuery(foundCollectionsQuery(useGraphql(), keyword))
  if (!collections?.length) return null
  return (
    <section className="found-collections" aria-label="모음">
      <CollectionStrip collections={collections} />
    </section>
  )
}
