import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { ConfirmButtons, Dialog } from '../../kit/dialog.tsx'
import { FieldError } from '../../kit/field.tsx'
import { FolderPlus } from '../../kit/icons.gen.ts'
import { toast, toasts } from '../../kit/toast.tsx'
import type { Target } from '../../posts/cards/toggle-mark.ts'
import {
  type CollectionPage,
  putInCollection,
  refreshCollections,
  takeFromCollection,
  targetArgument,
} from '../../posts/collections/collection-queries.ts'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import type { UrlView } from '../-map/map-url.ts'
import { PickFromSaved, PickFromSearch } from './pick-lists.tsx'
import { PickOnMap } from './pick-map.tsx'
import { usePlacesToAdd } from './picks.ts'
import '../../posts/collections/collections.css'
import './pick.css'

const ways = { saved: '내 맛집', search: '검색', map: '지도' } as const

type Way = keyof typeof ways

type PickDialogProps = { open: boolean; onClose: () => void; page: CollectionPage }

/** Dialog to add several posts and shops to a collection, chosen from one's own lists, a search and the map together. */
export function PickDialog({ open, onClose, page }: PickDialogProps) {
  const [way, setWay] = useState<Way>('saved')
  const lastView = useRef<UrlView | null>(null)
  const picks = usePlacesToAdd(page)
  const { busy, failure, put } = useAddPicks(page, picks, onClose)
  const { count } = picks
  return (
    <Dialog
      open={open}
      onClose={() => busy || onClose()}
      icon={FolderPlus}
      title="담을 곳 고르기"
      finalFocus={() => document.getElementById(FEED_TITLE_ID) ?? true}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no baseline to align with */}
      <div className="seg pick-ways" role="group" aria-label="어디에서 고를지">
        {(Object.keys(ways) as Way[]).map((name) => (
          <button key={name} type="button" aria-pressed={way === name} onClick={() => setWay(name)}>
            {ways[name]}
          </button>
        ))}
      </div>
      {/* The two lists are hidden and not unmounted, so that typed text and loaded rows stay. */}
      <div className="pick-part" hidden={way !== 'saved'}>
        <PickFromSaved picks={picks} isShown={open && way === 'saved'} />
      </div>
      <div className="pick-part" hidden={way !== 'search'}>
        <PickFromSearch picks={picks} />
      </div>
      {way === 'map' && (
        <div className="pick-part">
          <PickOnMap picks={picks} entries={page.entries} lastView={lastView} />
        </div>
      )}
      <p className="sr-only" role="status">
        {count > 0 && `${count}곳 골랐어요`}
      </p>
      {failure && <FieldError live>{failure}</FieldError>}
      <ConfirmButtons
        busy={busy}
        labels={{ confirm: count > 0 ? `${count}곳 담기` : '담기', busy: '담는 중…' }}
        onCancel={onClose}
        onConfirm={() => void put()}
      />
    </Dialog>
  )
}

/** Adds the chosen posts and shops to the collection. After a failure the rest stays chosen and a message tells the number added. */
function useAddPicks(
  { collection, entries }: CollectionPage,
  picks: ReturnType<typeof usePlacesToAdd>,
  onDone: () => void,
) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const { id, name, mine } = collection
  const takeBack = async (added: readonly Target[]) => {
    try {
      for (const target of added) await takeFromCollection(graphql, { id, ...targetArgument(target) })
      toast('되돌렸어요.')
    } catch (error) {
      toast(sentenceOf(error))
    }
    await refreshCollections(client)
  }
  const tell = (added: readonly Target[]) => {
    if (added.length === 0) return toast('이미 모두 담겨 있어요.')
    const note = toast(`${added.length}곳을 ‘${name}’\u2060에 담았어요`, {
      undo: () => {
        toasts.dismiss(note)
        void takeBack(added)
      },
    })
  }
  const put = async () => {
    const { picked, count } = picks
    if (busy || count === 0) return
    if (mine && entries.length + count > collectionLimits.entries) return setFailure(collectionMessages.full)
    setBusy(true)
    setFailure('')
    const added: Target[] = []
    const done = new Set<Target>()
    try {
      // One request after the other, so that the entries have the order in which they were chosen.
      for (const target of picked.keys()) {
        const { count } = await putInCollection(graphql, { id, ...targetArgument(target) })
        done.add(target)
        if (count > 0) added.push(target)
      }
      onDone()
      tell(added)
    } catch (error) {
      setFailure(`${added.length > 0 ? `${added.length}곳은 담았어요. ` : ''}${sentenceOf(error)}`)
    }
    picks.forget(done)
    await refreshCollections(client)
    setBusy(false)
  }
  return { busy, failure, put }
}
