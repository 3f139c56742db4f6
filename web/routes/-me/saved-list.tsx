import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { topicParticle } from '#rules/hangul.ts'
import { radiusLabel } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { isOffline, sentenceOf } from '../../failures.ts'
import { useDeleted } from '../../kit/deleted.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { toast } from '../../kit/toast.ts'
import { dishesOf } from '../../posts/cards/dishes.ts'
import { NothingPassed, Widen } from '../../posts/lists/filters.tsx'
import { ListEnd } from '../../posts/lists/list-end.tsx'
import { hasFacts } from '../../posts/lists/list-search.ts'
import { usePosts } from '../../posts/lists/use-posts.ts'
import type { ListedPost, ListQuery, PostPage } from '../../posts/queries/list-query.ts'
import type { MeSearch } from './me-search.ts'
import type { GoneEntry, SavedParams } from './saved-queries.ts'
import { GoneRow, SavedRow } from './saved-row.tsx'
import type { Tab } from './tabs.ts'

const MessageDialog = onDemand(async () => (await import('../../kit/dialog.tsx')).MessageDialog)

type SavedListProps = { tab: Tab; query: ListQuery; params: SavedParams; search: MeSearch }

/** The entries of a list as rows, page after page. */
export function SavedList({ tab, query, params: { keyword, near, radius, facts }, search }: SavedListProps) {
  const list = usePosts(query)
  const [message, setMessage] = useState('')
  const showError = useCallback((error: unknown) => {
    if (isOffline(error)) toast(failures.offline)
    else setMessage(sentenceOf(error))
  }, [])
  const deleted = useDeleted()
  const entries = list.data?.pages
    .flatMap(entriesOf)
    .filter((entry) => 'gone' in entry || !deleted.has(`post ${entry.post.id}`))
  const drawn = dishesOf((entries ?? []).map((entry) => ('gone' in entry ? GONE : entry.post)))
  if (entries?.length === 0 && !list.hasNextPage && !list.isPlaceholderData)
    return hasFacts(facts) || radius ? <NothingPassed search={search} /> : <Empty tab={tab} keyword={keyword} />
  return (
    <>
      <ul className="kept-list" aria-busy={list.isFetchingNextPage || list.isPlaceholderData || !entries}>
        {entries?.map((entry, index) =>
          'gone' in entry ? (
            <GoneRow key={entry.gone.post} entry={entry.gone} tab={tab} dish={drawn[index]} onError={showError} />
          ) : (
            <SavedRow
              key={entry.post.id}
              post={entry.post}
              tab={tab}
              dish={drawn[index]}
              near={near}
              onError={showError}
            />
          ),
        )}
      </ul>
      {entries && !list.isPlaceholderData && (
        <ListEnd
          list={list}
          onMore={() => {}}
          page={undefined}
          note={radius ? `${radiusLabel(radius)} 안의 글이에요. 위치가 없는 글은 빠졌어요.` : undefined}
          end={radius && <Widen radius={radius} />}
        />
      )}
      <MessageDialog open={message !== ''} message={message} onClose={() => setMessage('')} />
    </>
  )
}

/** A post that is gone has no photo. */
const GONE = { image: null }

type Entry = { post: ListedPost } | { gone: GoneEntry }

/** Posts and what is left of those that are gone, in their order. */
function entriesOf({ data, gone }: PostPage): Entry[] {
  const entries: Entry[] = data.map((post) => ({ post }))
  for (const entry of (gone ?? []).toReversed()) entries.splice(entry.at, 0, { gone: entry })
  return entries
}

const empty = {
  want: ['마음에 드는 곳에서 책갈피를 눌러 보세요. 여기에 모아 둘게요', paths.home, '이웃 맛집 보기'],
  been: ['다녀온 곳을 남기면 나만의 맛집 지도가 그려져요', paths.map, '지도에서 고르기'],
  liked: ['맛있어 보이는 글에 하트를 눌러 보세요', paths.home, '이웃 맛집 보기'],
  written: ['좋았던 한 끼를 이웃과 나눠 보세요', paths.addPost, '글쓰기'],
} as const

function Empty({ tab, keyword }: { tab: Tab; keyword: string }) {
  if (keyword) {
    return (
      <EmptyState art="search" inFeed title={`‘${keyword}’${topicParticle(keyword)} 아직 담지 않았어요`}>
        <Link to={paths.search} search={{ keyword }} className="btn btn-primary">
          모든 맛집에서 찾기
        </Link>
      </EmptyState>
    )
  }
  const [title, to, button] = empty[tab.list]
  return (
    <EmptyState art={tab.list === 'written' ? 'write' : tab.list} inFeed title={title}>
      <Link to={to} className="btn btn-primary">
        {button}
      </Link>
    </EmptyState>
  )
}
