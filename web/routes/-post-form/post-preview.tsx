import { useHydrated } from '@tanstack/react-router'
import { cleanLine, cleanText } from '#rules/text.ts'
import { toTimeOfDay } from '#rules/time-of-day.ts'
import { usePageInfo } from '../../page-info.ts'
import { PostCard } from '../../posts/cards/post-card.tsx'
import { useViewer } from '../../reader/reader-store.ts'
import type { PostValues } from './post-values.ts'

const ignore = () => {}

/** A preview of the card in the list, not interactive. */
export function PostPreview({ values }: { values: PostValues }) {
  const viewer = useViewer()
  const rendered = usePageInfo().now
  const now = useHydrated() ? new Date().toISOString() : rendered
  return (
    <aside className="preview" aria-hidden="true" inert>
      <p>이렇게 보여요</p>
      <PostCard
        onDelete={ignore}
        onError={ignore}
        post={{
          id: '0',
          title: cleanLine(values.title) || '가게 이름',
          contents: cleanText(values.contents) || '상세내용이 여기에 보여요.',
          image: values.images[0] ?? null,
          image_info: null,
          image_count: values.images.length,
          address: cleanLine(values.address) || null,
          place_name: null,
          lat: null,
          lng: null,
          start_time: toTimeOfDay(values.start_time),
          end_time: toTimeOfDay(values.end_time),
          closed_on: values.closed_on,
          kind: values.kind,
          price: values.price,
          createdAt: now,
          username: viewer?.username ?? '',
          user_id: viewer?.jwt ?? '',
          user_profile: viewer?.image ?? null,
          like: 0,
          comments: 0,
        }}
      />
    </aside>
  )
}
