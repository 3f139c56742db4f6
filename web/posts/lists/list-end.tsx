import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { paths } from '#rules/paths.ts'
import { isSiteUnavailable, sentenceOf } from '../../failures.ts'
import { EmptyState, RetryButton } from '../../kit/empty-state.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { useRetry } from '../../kit/try-again.ts'
import { idsOf, type ListKeptForReturn } from './use-posts.ts'

/** After this many pages a button loads more, so that the footer can be reached. */
const AUTOMATIC_PAGES = 4

const PRELOAD_MARGIN = '800px'

/** Most posts of a list that is seen at once, so nothing says that it ends. */
const FEW = 3

/** Whether more posts load by themselves; while they do, the page's footer is hidden (feed.css). */
export function loadsAutomatically({
  data,
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  isPlaceholderData,
}: ListKeptForReturn) {
  if (!data || isFetchingNextPage || isPlaceholderData) return true
  return hasNextPage && !isFetchNextPageError && data.pages.length % AUTOMATIC_PAGES !== 0
}

type ListEndProps = {
  list: ListKeptForReturn
  onMore: () => void
  page: number | undefined
  note?: string | undefined
  end?: ReactNode
}

/** The end of a list: automatic loading, a button for more, a retry, or the sentence that it was the last post. */
export function ListEnd({ list, onMore, page, note, end }: ListEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = list
  const more = () => {
    onMore()
    void fetchNextPage()
  }
  useRetry(isFetchNextPageError && isSiteUnavailable(error) ? fetchNextPage : undefined)
  if (isFetchNextPageError && !isFetchingNextPage) {
    return (
      <div className="list-end" role="alert">
        <p>{sentenceOf(error, '글을 더 불러오지 못했어요.')}</p>
        <RetryButton look="outline" onPress={more} />
      </div>
    )
  }
  if (!hasNextPage) {
    return (
      <div className="list-end">
        <p>
          {idsOf(list.data).length > FEW && '마지막 글까지 모두 보셨어요.'}
          {note && <span>{note}</span>}
        </p>
        {end}
      </div>
    )
  }
  const pages = list.data?.pages.length ?? 0
  if (pages % AUTOMATIC_PAGES !== 0) {
    return (
      <>
        <Sentinel key={pages} onVisible={isFetchingNextPage ? undefined : () => void fetchNextPage()} />
        {page && <NextPage page={page + 1} />}
      </>
    )
  }
  return (
    <div className="list-end">
      <button
        type="button"
        className="btn btn-outline"
        aria-disabled={isFetchingNextPage}
        onClick={isFetchingNextPage ? undefined : more}
      >
        {isFetchingNextPage ? '불러오는 중…' : '더 보기'}
      </button>
    </div>
  )
}

function NextPage({ page }: { page: number }) {
  return (
    <noscript>
      <p className="list-end">
        <Link to="." search={(search: Record<string, unknown>) => ({ ...search, page })} className="btn btn-outline">
          다음 글 보기
        </Link>
      </p>
    </noscript>
  )
}

function Sentinel({ onVisible }: { onVisible: (() => void) | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const call = useEffectEvent(() => onVisible?.())
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) call()
      },
      { rootMargin: PRELOAD_MARGIN },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={place} className="list-sentinel" />
}

type NoPostsProps = { title: string; text: string; children?: ReactNode }

/** Shown instead of an empty list, with a link to write a post, followed by other actions. */
export function NoPosts({ title, text, children }: NoPostsProps) {
  return (
    <EmptyState art="write" inFeed title={title} text={text}>
      <Link to={paths.addPost} className="btn btn-primary">
        <PageIcon name="square-pen" />
        글쓰기
      </Link>
      {children}
    </EmptyState>
  )
}
