import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { factLine } from '#rules/fact-line.ts'
import { shortAddress } from '#rules/location-text.ts'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { ChevronRight } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import { PlaceLink } from '../../places/place-link.tsx'
import { kindLabel } from '../../places/shops.ts'
import { SaveMarkButton } from '../../posts/cards/mark-buttons.tsx'
import { PostImage } from '../../posts/cards/post-image.tsx'
import { OpenNowLabel } from '../../posts/cards/post-rows.tsx'
import { rowFacts } from '../../posts/cards/row-facts.ts'
import {
  type CollectionEntry,
  type CollectionPage,
  refreshCollections,
  takeFromCollection,
} from '../../posts/collections/collection-queries.ts'
import { useDeletedNames, usePost } from '../../store/use-store.ts'
import { entryName, SHOP_GONE_TEXT } from './entry-name.ts'
import { HeartButton } from './heart-button.tsx'
import { PlanOpeningState } from './plan-open.tsx'

type EntryRowProps = { page: CollectionPage; entry: CollectionEntry; number: number; onError: (error: unknown) => void }

export function EntryRow({ page, entry, number, onError }: EntryRowProps) {
  const { collection } = page
  const { note, address, shop } = entry
  const deleted = useDeletedNames()
  const loaded = usePost(entry.post ?? undefined)
  const post = loaded && !deleted.has(`post ${loaded.id}`) ? loaded : null
  const title = entryName(entry)
  const facts = post
    ? rowFacts(post, collection.planFrom)
    : shop
      ? factLine([kindLabel(shop), address && shortAddress(address)])
      : '삭제된 글'
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
            ) : shop ? (
              <Link to={paths.place} params={{ id: shop.id }}>
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <p className="entry-meta">
            {facts && <span>{facts}</span>}
            {address && <span className={(post || shop) && facts ? 'entry-address' : undefined}>{address}</span>}
            {entry.shop_gone && <span>{SHOP_GONE_TEXT}</span>}
            {post &&
              (collection.planAt === null ? (
                <OpenNowLabel post={post} />
              ) : (
                <PlanOpeningState plan={collection} post={post} />
              ))}
          </p>
        </div>
        {post && <SaveMarkButton shape="sign" post={post} mark="wanted" onError={onError} />}
        {!post && shop && (
          <SaveMarkButton shape="sign" place={{ id: shop.id, title }} mark="wanted" onError={onError} />
        )}
      </div>
      {post ? (
        <Link to={paths.post} params={{ id: post.id }} className="photo entry-photo" tabIndex={-1} aria-hidden="true">
          <PostImage post={post} sizes="(min-width: 768px) 560px, 92vw" />
        </Link>
      ) : shop ? (
        <Link
          to={paths.addPost}
          search={{ place: shop.id }}
          className="link entry-place"
          aria-label={`‘${title}’ 첫 글 쓰기`}
          preload={false}
        >
          첫 글 쓰기
          <ChevronRight className="icon icon-s" />
        </Link>
      ) : (
        <PlaceLink className="link entry-place" name={title} place={entry} />
      )}
      {note && <p className="entry-note">{note}</p>}
      {collection.visibility !== 'private' && <EntryChoice page={page} entry={entry} />}
    </li>
  )
}

/** The heart button, and the member who has added the place, if it was not the collection's owner. */
function EntryChoice({ page, entry }: Pick<EntryRowProps, 'page' | 'entry'>) {
  const { id } = page.collection
  const graphql = useGraphql()
  const client = useQueryClient()
  const adder = page.chosenBy.find(({ handle }) => handle === entry.addedBy)
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      await takeFromCollection(graphql, { id, post: entry.id })
      await refreshCollections(client)
    },
    onSuccess: () => toast(`‘${entryName(entry)}’ 모음에서 뺐어요`),
    onError: (error) => toast(sentenceOf(error)),
  })
  return (
    <div className="entry-choosing">
      <HeartButton page={page} entry={entry} />
      {adder && <span className="entry-adder">{adder.username} 님이 추가했어요</span>}
      {entry.added && (
        <button
          type="button"
          className="link link-quiet"
          aria-label={`내가 추가한 ‘${entryName(entry)}’ 빼기`}
          aria-disabled={isPending || undefined}
          onClick={() => isPending || mutate()}
        >
          빼기
        </button>
      )}
    </div>
  )
}
