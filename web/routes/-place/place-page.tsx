import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { closedDaysText } from '#rules/fact-labels.ts'
import { foodKinds, priceRanges } from '#rules/food-kinds.ts'
import { paths } from '#rules/paths.ts'
import { FIRST_PLACE_PHOTOS } from '#rules/places.ts'
import { CommentFrame } from '../../comments/comment-frame.tsx'
import { useGraphql } from '../../graphql.ts'
import { Facts } from '../../kit/facts.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { useErrorDialog } from '../../kit/on-demand.tsx'
import { ShareButton } from '../../kit/share-button.tsx'
import { agreedWeek } from '../../places/hours/agreed-hours.ts'
import { PlaceHours } from '../../places/hours/place-hours.tsx'
import { CallLink, Directions, PlaceMap, PlaceRows } from '../../places/place-card.tsx'
import { type Place, placePhotosQuery, placeQuery } from '../../places/place-query.ts'
import { VerdictLine } from '../../places/verdict.tsx'
import { HoursRow } from '../../posts/cards/hours.tsx'
import { SaveMarkButton } from '../../posts/cards/mark-buttons.tsx'
import { PostImage } from '../../posts/cards/post-image.tsx'
import { CollectButton } from '../../posts/collections/collect-button.tsx'
import { FactFilter, FilterNote, NoMatchingPosts } from '../../posts/lists/filters.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { isFiltered, listParams } from '../../posts/lists/list-search.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import { idsOf, useShownList } from '../../posts/lists/use-posts.ts'
import { usePhotoViewer } from '../../posts/photos/use-photo-viewer.tsx'
import { placePostsQuery } from '../../posts/queries/posts-query.ts'
import { rememberSeenPlace } from '../../storage/seen-places.ts'
import { PlaceNotFound } from '../-not-found.tsx'
import { PlaceMenu } from './place-menu.tsx'
import { ShopPage } from './shop-page.tsx'
import './place-page.css'
import '../../comments/comments.css'

const route = getRouteApi('/place/$id')

export function PlacePage() {
  const { id } = route.useParams()
  const { data: place } = useSuspenseQuery(placeQuery(useGraphql(), id))
  return place.record ? (
    <ShopPage key={id} shop={{ ...place, record: place.record }} />
  ) : (
    <PlaceWithPosts place={place} />
  )
}

function PlaceWithPosts({ place }: { place: Place }) {
  const { id } = place
  const search = route.useSearch()
  const list = listParams(search)
  const graphql = useGraphql()
  const query = placePostsQuery(graphql, id, list)
  const [post] = idsOf(useShownList(query).data)
  useEffect(() => {
    if (post !== undefined) rememberSeenPlace({ place: id, post })
  }, [id, post])
  return (
    <div className="wrap">
      <PlaceHead place={place}>
        <PlaceActs place={place} />
      </PlaceHead>
      <PlaceHours key={`hours ${id}`} place={place} />
      <div className="place-sections">
        <PlaceMenu place={place} />
        <PlaceComments place={place} />
      </div>
      <div className="feed-head feed-head-section">
        <h2 id={FEED_TITLE_ID} tabIndex={-1}>
          이 장소의 글 <span className="num">{place.count.toLocaleString('ko-KR')}</span>
        </h2>
        <div className="feed-tools">
          <SortMenu sort={list.sort} />
          <FactFilter search={search} />
        </div>
      </div>
      <FilterNote search={search} query={query} />
      <PostList
        key={id}
        query={query}
        page={list.page ?? 1}
        empty={isFiltered(list) ? <NoMatchingPosts search={search} /> : <PlaceNotFound />}
      />
    </div>
  )
}

function PlaceActs({ place }: { place: Place }) {
  const { id, name: title } = place
  const { showError, errorDialog } = useErrorDialog()
  return (
    <div className="acts">
      <CallLink telephone={place.telephone} />
      <Directions place={place} />
      <SaveMarkButton shape="act" place={{ id, title }} mark="wanted" onError={showError} />
      <SaveMarkButton shape="act" place={{ id, title }} mark="been" onError={showError} />
      <ShareButton title={title} className="act" label="공유" />
      {errorDialog}
    </div>
  )
}

function PlaceHead({ place, children }: { place: Place; children: ReactNode }) {
  return (
    <div className="place-head">
      <PlacePhotos place={place} />
      <div className="place-about">
        <h1>{place.name}</h1>
        <PlaceOpen place={place} />
        <p className="place-likes num">
          <Facts
            facts={[
              `좋아요 ${place.like.toLocaleString('ko-KR')}개`,
              place.been_count > 0 && `다녀왔어요 ${place.been_count.toLocaleString('ko-KR')}명`,
            ]}
          />
        </p>
        <PlaceTags place={place} />
        {children}
        <CollectButton target={`place ${place.id}`} title={place.name} className="btn btn-quiet place-collect" />
        <VerdictLine place={place.id} verdict={place.verdict} />
        <PlaceRows place={place} areas={place.areas} />
      </div>
      <PlaceMap place={place} />
    </div>
  )
}

/** Whether the place is open and until when, its closed days, and, without a section of hours, how many members gave them. */
function PlaceOpen({ place }: { place: Place }) {
  const times = { ...place, ...agreedWeek(place) }
  const closed = closedDaysText(times.closed_on)
  const count = place.hours.length === 0 ? times.hours_count : 0
  const said = count > 0 && `${count}명이\u00a0알려\u00a0줬어요`
  return <HoursRow post={times}>{(closed || said) && <Facts facts={[closed, said]} />}</HoursRow>
}

/** `sizes` of three or more photos. */
const SIZES_OF_MANY = '(min-width:768px) 176px,75vw'
/** `sizes` of one or two photos, which a wide screen shows beside the text (`place-page.css`). */
const SIZES_OF_FEW = '(min-width:1024px) 280px,(min-width:768px) 50vw,100vw'

function PlacePhotos({ place }: { place: Place }) {
  const [isAll, setAll] = useState(false)
  const grid = useRef<HTMLUListElement>(null)
  const list = useInfiniteQuery({ ...placePhotosQuery(useGraphql(), place.id), enabled: isAll })
  const photos = list.data?.pages.flatMap(({ data }) => data) ?? place.photos
  const { linkTo, viewer } = usePhotoViewer({
    photos: photos.map(({ image, image_info, title, post }) => ({
      url: image,
      info: image_info,
      alt: `${title} 사진`,
      post: { id: post, title },
    })),
    linkOf: (index) => grid.current?.children[index]?.querySelector('a'),
  })
  if (photos.length === 0) return null
  return (
    <section aria-label="사진">
      <ul className="place-photos" data-all={isAll || undefined} ref={grid}>
        {photos.map((photo, index) => (
          <li key={photo.image}>
            <Link to={paths.post} params={{ id: photo.post }} className="photo" {...linkTo(index)}>
              <PostImage
                post={photo}
                alt={`${photo.title} 사진`}
                sizes={photos.length < 3 ? SIZES_OF_FEW : SIZES_OF_MANY}
              />
            </Link>
          </li>
        ))}
      </ul>
      {isAll ? (
        <MoreButton list={list} failure="사진을 불러오지 못했어요.">
          사진 더 보기
        </MoreButton>
      ) : (
        place.photos.length === FIRST_PLACE_PHOTOS && (
          <button type="button" className="btn btn-quiet place-more" onClick={() => setAll(true)}>
            사진 더 보기
          </button>
        )
      )}
      {viewer}
    </section>
  )
}

/** The kinds of food and the price range that most posts give, each with the number of members who do. */
function PlaceTags({ place: { kinds, price, price_count } }: { place: Place }) {
  const tags = [
    ...kinds.map(({ kind, count }) => ({ text: foodKinds[kind], count })),
    ...(price ? [{ text: priceRanges[price], count: price_count }] : []),
  ]
  if (tags.length === 0) return null
  return (
    <ul className="facts">
      {tags.map(({ text, count }) => (
        <li key={text} className="tag">
          {text} <span className="place-said num">{count}명</span>
        </li>
      ))}
    </ul>
  )
}

const FIRST = 3

function PlaceComments({ place: { comments } }: { place: Place }) {
  const [isAll, setAll] = useState(false)
  if (comments.length === 0) return null
  const shown = isAll ? comments : comments.slice(0, FIRST)
  return (
    <section className="place-section" aria-labelledby="place-comments">
      <h2 id="place-comments">이웃의 댓글</h2>
      <ul>
        {shown.map(({ title, comment }) => (
          <li key={comment.id} className="comment">
            <CommentFrame comment={comment}>
              <p className="comment-text">{comment.text}</p>
              <Link to={paths.post} params={{ id: comment.post }} hash="comments" className="place-comment-post">
                ‘{title}’ 글에서
              </Link>
            </CommentFrame>
          </li>
        ))}
      </ul>
      {shown.length < comments.length && (
        <button type="button" className="btn btn-quiet btn-wide" onClick={() => setAll(true)}>
          댓글 {comments.length - shown.length}개 더 보기
        </button>
      )}
    </section>
  )
}
