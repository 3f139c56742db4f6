import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { PlaceLink } from '../../places/place-link.tsx'
import { SaveMark } from '../../posts/cards/mark-buttons.tsx'
import { OpenNow } from '../../posts/cards/mini-post.tsx'
import { PostImage } from '../../posts/cards/post-image.tsx'
import type { Entry } from '../../posts/collections/collection-queries.ts'
import { useDeleted, usePost } from '../../store/use-store.ts'

type EntryRowProps = { entry: Entry; number: number; onError: (error: unknown) => void }

export function EntryRow({ entry, number, onError }: EntryRowProps) {
  const { note, address } = entry
  const deleted = useDeleted()
  const loaded = usePost(entry.post ?? undefined)
  const post = loaded && !deleted.has(`post ${loaded.id}`) ? loaded : null
  const title = nameOf(entry)
  return (
    <li className="entry" id={`entry-${entry.id}`}>
      <div className="entry-head">
        <span className="entry-number num">{number}</span>
        <div>
          <h2>
            {post ? (
              <Link to={paths.post} params={{ id: post.id }}>
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <p className="entry-meta">
            {!post && <span>지워진 글</span>}
            {address && <span>{address}</span>}
            {post && <OpenNow post={post} />}
          </p>
        </div>
        {post && <SaveMark isSign post={post} mark="wanted" onError={onError} />}
      </div>
      {post ? (
        <Link to={paths.post} params={{ id: post.id }} className="photo entry-photo" tabIndex={-1} aria-hidden="true">
          <PostImage post={post} sizes="(min-width: 768px) 560px, 92vw" />
        </Link>
      ) : (
        <PlaceLink className="link entry-place" name={title} place={entry} />
      )}
      {note && <p className="entry-note">{note}</p>}
    </li>
  )
}

export function nameOf({ title }: Entry): string {
  return title || '이름 없는 곳'
}
