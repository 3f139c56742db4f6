import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { ConfirmButtons, Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { FieldError } from '../../kit/field.tsx'
import { FolderPlus } from '../../kit/icons.gen.ts'
import { MoreButton } from '../../kit/more-button.tsx'
import { toast } from '../../kit/toast.tsx'
import { rowFacts } from '../../posts/cards/row-facts.ts'
import { type Collection, putInCollection, refreshCollections } from '../../posts/collections/collection-queries.ts'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { usePosts } from '../../store/use-store.ts'
import { savedParams } from '../-me/me-search.ts'
import { savedListQuery } from '../-me/saved-queries.ts'
import '../../posts/collections/collections.css'

type PickDialogProps = { open: boolean; onClose: () => void; collection: Pick<Collection, 'id' | 'name'> }

/** Puts several of the places that the person wants to visit into a collection at once. */
export function PickDialog({ open, onClose, collection }: PickDialogProps) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const list = useInfiniteQuery({ ...savedListQuery(graphql, savedParams({})), enabled: open })
  const posts = usePosts(list.data?.pages.flatMap(({ data }) => data) ?? [])
  const [picked, setPicked] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const toggle = (id: string) => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])
  const put = async () => {
    if (busy || picked.length === 0) return
    setBusy(true)
    setFailure('')
    try {
      // One after the other, so that they stand in the order of the presses.
      for (const post of picked) await putInCollection(graphql, { id: collection.id, post })
      setPicked([])
      onClose()
      toast(`${picked.length}곳을 ‘${collection.name}’에 담았어요`)
    } catch (error) {
      setFailure(sentenceOf(error))
    }
    await refreshCollections(client)
    setBusy(false)
  }
  return (
    <Dialog
      open={open}
      onClose={() => busy || onClose()}
      icon={FolderPlus}
      title="가고 싶어요에서 고르기"
      finalFocus={() => document.getElementById(FEED_TITLE_ID) ?? true}
    >
      {list.isSuccess && posts.length === 0 && <p className="dialog-text">가고 싶은 곳을 아직 담지 않았어요.</p>}
      <ul className="dialog-options collect-choices">
        {posts.map((post) => (
          <li key={post.id}>
            <label className="check">
              <input type="checkbox" checked={picked.includes(post.id)} onChange={() => toggle(post.id)} />
              <span>
                {post.title}
                <small>{rowFacts(post)}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <MoreButton list={list} failure="담은 곳을 불러오지 못했어요.">
        더 보기
      </MoreButton>
      {failure && <FieldError live>{failure}</FieldError>}
      {list.isSuccess && posts.length === 0 ? (
        <DialogButtons>
          <Link to={paths.home} className="btn btn-primary">
            맛집 둘러보기
          </Link>
        </DialogButtons>
      ) : (
        <ConfirmButtons
          busy={busy}
          labels={{ confirm: picked.length > 0 ? `${picked.length}곳 담기` : '담기', busy: '담는 중…' }}
          onCancel={onClose}
          onConfirm={() => void put()}
        />
      )}
    </Dialog>
  )
}
