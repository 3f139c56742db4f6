import Settings2 from 'virtual:icon/settings-2'
import Trash2 from 'virtual:icon/trash-2'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { ConfirmButtons, Dialog } from '../../kit/dialog.tsx'
import { FieldError } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.ts'
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
  const [panel, setPanel] = useState<'form' | 'delete' | null>(null)
  if (!open) return null
  const { collection } = page
  const close = () => setPanel(null)
  return (
    <section className="collection-edit" aria-label="모음 고치기">
      <div className="collection-edit-tools">
        <button type="button" className="btn btn-outline btn-small" onClick={() => setPanel('form')}>
          <Settings2 className="icon" />
          이름과 공개
        </button>
        <button type="button" className="btn btn-outline btn-small" onClick={() => setPanel('delete')}>
          <Trash2 className="icon" />
          모음 지우기
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onClose}>
          다 고쳤어요
        </button>
      </div>
      <EditEntries key={collection.id} page={page} />
      <CollectionForm open={panel === 'form'} onClose={close} collection={collection} onDone={close} />
      <DeleteCollection open={panel === 'delete'} onClose={close} page={page} />
    </section>
  )
}

function DeleteCollection({ open, onClose, page: { collection } }: EditPanelProps) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const erase = async () => {
    if (isBusy) return
    setIsBusy(true)
    setError(null)
    try {
      await deleteCollection(graphql, collection.id)
      toast('모음을 지웠어요.', { isForNextPage: true })
      await navigate({ to: paths.me, replace: true })
      client.removeQueries({ queryKey: ['collection', collection.id] })
      await refreshCollections(client)
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={Trash2}
      tone="bad"
      title="모음을 지울까요?"
      description={`‘${collection.name}’과 메모가 사라져요. 글은 그대로 있어요.`}
    >
      {error !== null && <FieldError live>{sentenceOf(error)}</FieldError>}
      <ConfirmButtons
        busy={isBusy}
        labels={{ confirm: '지우기', busy: '지우는 중…' }}
        isDangerous
        onCancel={onClose}
        onConfirm={() => void erase()}
      />
    </Dialog>
  )
}
