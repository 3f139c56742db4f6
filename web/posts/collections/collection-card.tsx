import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import { DishDrawing, drawingOf, PostImage } from '../cards/post-image.tsx'
import { type Collection, useCollections, visibilities } from './collection-queries.ts'
import './collections.css'

type CoverProps = { collection: Pick<Collection, 'id' | 'covers'>; sizes: string }

/**
 * Cover of a collection with up to three photos: one, two halves, or a large one with two small ones. Without a photo, a
 * drawing.
 */
export function CollectionCover({ collection: { id, covers }, sizes }: CoverProps) {
  return (
    <span className="cover" data-photos={covers.length}>
      {covers.length === 0 && <DishDrawing name={drawingOf({ id })} />}
      {covers.map(({ url, info }) => (
        <PostImage key={url} post={{ image: url, image_info: info ?? null }} sizes={sizes} />
      ))}
    </span>
  )
}

type CollectionStripProps = { collections: readonly Collection[]; isGrid?: boolean; first?: ReactNode }

/** Collections in one low row, or in a grid, each with its cover; `first` stands before them. */
export function CollectionStrip({ collections, isGrid = false, first }: CollectionStripProps) {
  return (
    <ul className={isGrid ? 'collection-grid' : 'collection-strip'}>
      {first && <li>{first}</li>}
      {collections.map((collection) => (
        <li key={collection.id}>
          <CollectionCard collection={collection} />
        </li>
      ))}
    </ul>
  )
}

export function usePublicCollections(handle: string): Collection[] {
  return useCollections(handle).data?.filter(({ visibility }) => visibility === 'public') ?? []
}

function CollectionCard({ collection }: { collection: Collection }) {
  const { id, name, count, visibility } = collection
  const { icon: Icon, name: word } = visibilities[visibility]
  return (
    <Link to={paths.collection} params={{ id }} className="collection-card">
      <CollectionCover collection={collection} sizes="148px" />
      <b>{name}</b>
      <span className="collection-meta num">
        <Icon className="icon icon-s" />
        {count}곳 ·&nbsp;{word}
      </span>
    </Link>
  )
}
