import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { HomeButton } from '../../frame/error-screen.tsx'
import { useGraphql } from '../../graphql.ts'
import { Ago } from '../../kit/ago.tsx'
import { Avatar } from '../../kit/avatar.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { ShareButton } from '../../kit/share-button.tsx'
import { toast } from '../../kit/toast.tsx'
import { HiddenNotice, ReportButton } from '../../moderation/report-button.tsx'
import { CollectionCover } from '../../posts/collections/collection-card.tsx'
import {
  type Collection,
  type CollectionEntry,
  type CollectionPage,
  collectionQuery,
  editCollection,
  refreshCollections,
  visibilities,
} from '../../posts/collections/collection-queries.ts'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { useViewer } from '../../store/use-store.ts'
import { entryName } from './entry-name.ts'
import { EntryRow } from './entry-row.tsx'
import { PlanHead, type PlanView } from './plan-head.tsx'
import './collection.css'
import { MapBox } from '../../places/map/map-box.tsx'
import type { Marker } from '../../places/map/provider.ts'
import { viewOfAll } from '../../places/map/visible-area.ts'

const route = getRouteApi('/collection/$id')

const ConfirmDialog = onDemand(async () => (await import('../../kit/confirm-dialog.tsx')).ConfirmDialog)
const EditPanel = onDemand(async () => (await import('./edit-panel.tsx')).EditPanel)
const ComparePlaces = onDemand(async () => (await import('./compare.tsx')).ComparePlaces)

export function CollectionScreen() {
  const { id } = route.useParams()
  const { data: page } = useSuspenseQuery(collectionQuery(useGraphql(), id))
  const [isMapOpen, setMapOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [asked, setView] = useState<PlanView>('list')
  const editButton = useRef<HTMLButtonElement>(null)
  const endEditing = () => {
    setEditing(false)
    editButton.current?.focus()
  }
  const { collection, entries } = page
  const view = entries.length > 1 && !isEditing ? asked : 'list'
  return (
    <div className="collection" data-view={view}>
      <div className="collection-main">
        {entries.length > 0 && <CollectionCover collection={collection} sizes="(min-width: 1024px) 400px, 66vw" />}
        <Head collection={collection} />
        <div className="collection-actions">
          {entries.length > 0 && <Share collection={collection} />}
          {entries.length > 0 && view === 'list' && (
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
          {!collection.mine && (
            <ReportButton target={{ kind: 'collection', id: collection.id }} className="btn btn-quiet" />
          )}
          {collection.mine && (
            <button
              ref={editButton}
              type="button"
              className="btn btn-quiet"
              aria-label="모음 수정"
              aria-pressed={isEditing}
              onPointerEnter={EditPanel.preload}
              onClick={() => setEditing(!isEditing)}
            >
              <PageIcon name="pencil" />
              {entries.length === 0 && '모음 수정'}
            </button>
          )}
        </div>
        {collection.mine && <EditPanel open={isEditing} onClose={endEditing} page={page} />}
        {!isEditing && (entries.length > 0 || collection.planAt !== null) && (
          <PlanHead page={page} view={view} onView={setView} onCompareNear={ComparePlaces.preload} />
        )}
        <ComparePlaces open={view === 'compare'} onClose={() => setView('list')} page={page} />
        {!isEditing && view === 'list' && <Entries page={page} />}
      </div>
      {entries.length > 0 && view === 'list' && (
        <div className="collection-map" data-open={isMapOpen || undefined}>
          <CollectionMap name={collection.name} entries={entries} />
        </div>
      )}
    </div>
  )
}

/** Share button. For a private collection it first asks to make it readable by link, because others could not open it. */
function Share({ collection: { id, name, about, visibility } }: { collection: Collection }) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ share: () => void } | null>(null)
  const close = () => setAsked(null)
  const openAndShare = async () => {
    await editCollection(graphql, { id, name, about, visibility: 'link' })
    await refreshCollections(client)
    close()
    asked?.share()
  }
  return (
    <>
      <ShareButton
        title={name}
        className="btn btn-primary"
        onAsk={visibility === 'private' ? (share) => setAsked({ share }) : undefined}
      />
      <ConfirmDialog
        open={asked !== null}
        onClose={close}
        icon={visibilities.link.icon}
        title="링크가 있는 사람에게 보여 줄까요?"
        description="지금은 나만 볼 수 있는 모음이에요. 나중에 다시 바꿀 수 있어요."
        labels={{ confirm: '바꾸고 공유하기', busy: '바꾸는 중…' }}
        onConfirm={openAndShare}
      />
    </>
  )
}

function Head({ collection }: { collection: Collection }) {
  const { visibility, name, about, owner, count, updatedAt, hiddenBecause } = collection
  const { icon: Icon, text } = visibilities[visibility]
  return (
    <div className="collection-head">
      {hiddenBecause ? (
        <HiddenNotice reason={hiddenBecause} />
      ) : (
        <p className="collection-meta">
          <Icon className="icon icon-s" />
          {text}
        </p>
      )}
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
            {count}곳 ·&nbsp;
            <Ago at={updatedAt} />에 수정했어요
          </span>
        </div>
      </div>
    </div>
  )
}

function Entries({ page }: { page: CollectionPage }) {
  const { collection, entries } = page
  const viewer = useViewer()
  const mayAdd = collection.mine || (viewer !== null && collection.membersAdd && collection.visibility !== 'private')
  if (entries.length === 0) {
    return (
      <EmptyState art="album" inFeed title="아직 담은 곳이 없어요">
        {mayAdd && <PickButton page={page} />}
      </EmptyState>
    )
  }
  const showError = (error: unknown) => toast(sentenceOf(error))
  return (
    <>
      <ol className="collection-entries">
        {entries.map((entry, index) => (
          <EntryRow key={entry.id} page={page} entry={entry} number={index + 1} onError={showError} />
        ))}
      </ol>
      {mayAdd && <PickButton page={page} look="quiet" />}
    </>
  )
}

const PickDialog = onDemand(async () => (await import('./pick-dialog.tsx')).PickDialog)

type PickButtonProps = { page: CollectionPage; look?: 'primary' | 'quiet' }

function PickButton({ page, look = 'primary' }: PickButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`btn btn-${look} collection-pick`}
        onPointerEnter={PickDialog.preload}
        onClick={() => setOpen(true)}
      >
        담을 곳 고르기
      </button>
      <PickDialog open={isOpen} onClose={() => setOpen(false)} page={page} />
    </>
  )
}

function CollectionMap({ name, entries }: { name: string; entries: readonly CollectionEntry[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const pins = useMemo(() => entries.flatMap((entry, index) => pinOf(entry, index + 1, chosen)), [entries, chosen])
  if (pins.length === 0) return <p className="me-map-note">위치가 있는 곳이 아직 없어요.</p>
  const show = (id: string) => {
    setChosen(id)
    const link = document.querySelector<HTMLElement>(`#entry-${id} h2 :is(a, button)`)
    document.getElementById(`entry-${id}`)?.scrollIntoView({ block: 'center' })
    link?.focus({ preventScroll: true })
  }
  return (
    <MapBox
      label={`${name} 지도`}
      start={() =>
        viewOfAll(
          pins.map(({ position }) => position),
          document.querySelector('.collection-map'),
        )
      }
      markers={pins}
      focusable
      onMarker={show}
      onPress={() => setChosen(null)}
    />
  )
}

function pinOf(entry: CollectionEntry, number: number, chosen: string | null): Marker[] {
  const { id, lat, lng } = entry
  if (lat === null || lng === null) return []
  const title = entryName(entry)
  const label = `${number}번 ${title}`
  return [
    { key: id, position: { lat, lng }, shape: 'pin', text: String(number), label, name: title, chosen: id === chosen },
  ]
}

/** Not-found page, also for a private collection of somebody else. */
export function CollectionNotFound() {
  return (
    <EmptyState art="lost" title="모음을 찾을 수 없어요." text="삭제되었거나 만든 사람만 볼 수 있는 모음이에요.">
      <HomeButton />
    </EmptyState>
  )
}
