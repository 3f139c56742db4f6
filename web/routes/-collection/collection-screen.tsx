import Share2 from 'virtual:icon/share-2'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failures } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { Avatar } from '../../accounts/avatar.tsx'
import { Ago } from '../../comments/ago.tsx'
import { isOffline, sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { shareLink } from '../../kit/share-button.tsx'
import { toast } from '../../kit/toast.ts'
import { HiddenNote } from '../../moderation/hidden-note.tsx'
import { ReportButton } from '../../moderation/report-button.tsx'
import { CollectionCover } from '../../posts/collections/collection-card.tsx'
import { type Collection, type CollectionPage, collectionQuery } from '../../posts/collections/collection-queries.ts'
import { visibilities } from '../../posts/collections/visibility.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { CollectionMap } from './collection-map.tsx'
import { EntryRow } from './entry-row.tsx'
import './collection.css'

const route = getRouteApi('/collection/$id')

const EditPanel = onDemand(async () => (await import('./edit-panel.tsx')).EditPanel)

/** A collection: its cover, its places in their order, and their map. */
export function CollectionScreen() {
  const { id } = route.useParams()
  const { data: page } = useSuspenseQuery(collectionQuery(useGraphql(), id))
  const [isMapOpen, setMapOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { collection, entries } = page
  return (
    <div className="collection">
      <div className="collection-main">
        <CollectionCover collection={collection} sizes="(min-width: 1024px) 400px, 66vw" />
        <Head collection={collection} />
        <HiddenNote reason={collection.hiddenBecause} />
        <div className="collection-actions">
          <button type="button" className="btn btn-primary" onClick={() => void share(collection)}>
            <Share2 className="icon" />
            공유하기
          </button>
          {entries.length > 0 && (
            <button
              type="button"
              className="btn btn-quiet collection-map-switch"
              aria-pressed={isMapOpen}
              onClick={() => setMapOpen(!isMapOpen)}
            >
              <PageIcon name="map" />
              지도
            </button>
          )}
          {!collection.mine && <Report id={collection.id} />}
          {collection.mine && (
            <button
              type="button"
              className="btn btn-quiet"
              aria-label="모음 고치기"
              aria-pressed={isEditing}
              onPointerEnter={EditPanel.preload}
              onClick={() => setEditing(!isEditing)}
            >
              <PageIcon name="pencil" />
            </button>
          )}
        </div>
        {collection.mine && <EditPanel open={isEditing} onClose={() => setEditing(false)} page={page} />}
        {!isEditing && <Entries page={page} />}
      </div>
      {entries.length > 0 && (
        <div className="collection-map" data-open={isMapOpen || undefined}>
          <CollectionMap name={collection.name} entries={entries} />
        </div>
      )}
    </div>
  )
}

function Report({ id }: { id: string }) {
  const navigate = useNavigate()
  const leave = () => void navigate({ to: paths.home, replace: true })
  return <ReportButton target={{ kind: 'collection', id }} onReported={leave} className="btn btn-quiet" />
}

/** What nobody else could open is not shared. */
function share({ name, visibility }: Collection): Promise<void> {
  if (visibility !== 'private') return shareLink(name)
  toast('나만 보는 모음이에요. 고치기에서 링크나 공개로 바꾸면 나눌 수 있어요.')
  return Promise.resolve()
}

function Head({ collection }: { collection: Collection }) {
  const { visibility, name, about, owner, count, updatedAt } = collection
  const { icon: Icon, text } = visibilities[visibility]
  return (
    <div className="collection-head">
      <p className="collection-meta">
        <Icon className="icon icon-s" />
        {text}
      </p>
      <h1 id={FEED_TITLE_ID} tabIndex={-1}>
        {name}
      </h1>
      {about && <p className="collection-about">{about}</p>}
      <div className="collection-owner">
        <Avatar name={owner.username} image={owner.image} />
        <div className="who">
          <Link to={paths.author} params={{ handle: owner.handle }}>
            <b>{owner.username}</b>
          </Link>
          <span className="num">
            {count}곳 · <Ago at={updatedAt} /> 고쳤어요
          </span>
        </div>
      </div>
    </div>
  )
}

function Entries({ page: { collection, entries } }: { page: CollectionPage }) {
  if (entries.length === 0) {
    return (
      <EmptyState art="album" inFeed title="아직 담은 곳이 없어요">
        {collection.mine && (
          <Link to={paths.me} className="btn btn-primary">
            가고 싶어요에서 고르기
          </Link>
        )}
      </EmptyState>
    )
  }
  const showError = (error: unknown) => toast(isOffline(error) ? failures.offline : sentenceOf(error))
  return (
    <ol className="collection-entries">
      {entries.map((entry, index) => (
        <EntryRow key={entry.id} entry={entry} number={index + 1} onError={showError} />
      ))}
    </ol>
  )
}
