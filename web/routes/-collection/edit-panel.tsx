import Settings2 from 'virtual:icon/settings-2'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { deleteLater } from '../../kit/delete-later.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { CollectionForm } from '../../posts/collections/collection-form.tsx'
import {
  type CollectionPage,
  deleteCollection,
  refreshCollections,
} from '../../posts/collections/collection-queries.ts'
import { EditEntries } from './edit-entries.tsx'

type EditPanelProps = { open: boolean; onClose: () => void; page: CollectionPage }

/** What only the owner sees: the form of the collection, its deletion, and its entries to order and annotate. */
export function EditPanel({ open, onClose, page }: EditPanelProps) {
  const [isRenaming, setRenaming] = useState(false)
  const erase = useDelete(page)
  if (!open) return null
  const { collection } = page
  const close = () => setRenaming(false)
  return (
    <section className="collection-edit" aria-label="모음 고치기">
      <div className="collection-edit-tools">
        <button type="button" className="btn btn-outline btn-small" onClick={() => setRenaming(true)}>
          <Settings2 className="icon" />
          이름과 공개
        </button>
        <button type="button" className="btn btn-outline btn-small" onClick={erase}>
          <PageIcon name="trash" />
          모음 지우기
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onClose}>
          다 고쳤어요
        </button>
      </div>
      <EditEntries key={collection.id} page={page} />
      <CollectionForm open={isRenaming} onClose={close} collection={collection} onDone={close} />
    </section>
  )
}

/** Leads to one's own lists, where it can be undone. */
function useDelete({ collection: { id } }: CollectionPage): () => void {
  const graphql = useGraphql()
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => {
    deleteLater({
      name: `collection ${id}`,
      done: '모음을 지웠어요.',
      send: () => deleteCollection(graphql, id),
      onGone: () => {
        client.removeQueries({ queryKey: ['collection', id] })
        void refreshCollections(client)
      },
    })
    void navigate({ to: paths.me, replace: true })
  }
}
