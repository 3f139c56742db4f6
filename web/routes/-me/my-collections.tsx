import Plus from 'virtual:icon/plus'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { Drawing } from '../../kit/empty-state.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { CollectionStrip } from '../../posts/collections/collection-card.tsx'
import { useCollections } from '../../posts/collections/collection-queries.ts'

const CollectionForm = onDemand(
  async () => (await import('../../posts/collections/collection-form.tsx')).CollectionForm,
)

/** The reader's collections; optional, because the lists below do not need them. */
export function MyCollections({ handle }: { handle: string }) {
  const { data: collections } = useCollections(handle)
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  return (
    <section className="me-collections" aria-labelledby="my-collections">
      <div className="section-head">
        <h2 id="my-collections">
          모음 {collections && collections.length > 0 && <span className="num">{collections.length}</span>}
        </h2>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onPointerEnter={CollectionForm.preload}
          onClick={() => setAdding(true)}
        >
          <Plus className="icon" />새 모음
        </button>
      </div>
      {collections && collections.length > 0 && <CollectionStrip collections={collections} />}
      {collections?.length === 0 && (
        <div className="me-no-collections">
          <Drawing name="album" isSmall />
          <p>데이트, 회식, 혼밥. 이름을 붙여 모아 보세요</p>
        </div>
      )}
      <CollectionForm
        open={isAdding}
        onClose={() => setAdding(false)}
        collection={null}
        onDone={({ id }) => {
          setAdding(false)
          void navigate({ to: paths.collection, params: { id } })
        }}
      />
    </section>
  )
}
