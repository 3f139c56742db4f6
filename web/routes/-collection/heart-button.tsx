import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoginFirst } from '../../posts/cards/mark-buttons.tsx'
import {
  type CollectionEntry,
  type CollectionPage,
  refreshCollections,
  setHeart,
} from '../../posts/collections/collection-queries.ts'
import { entryName } from './entry-name.ts'

type HeartButtonProps = { page: CollectionPage; entry: CollectionEntry }

/** Maximum number of profile pictures beside a heart. */
const MOST_FACES = 3

/** Button for the reader's heart on a place, with the number of hearts; the owner also sees the members who gave them. */
export function HeartButton({ page, entry }: HeartButtonProps) {
  const { id } = page.collection
  const graphql = useGraphql()
  const client = useQueryClient()
  const login = useLoginFirst(`chosen ${id} ${entry.id}`)
  const { isPending, variables, mutate } = useMutation({
    mutationFn: async (on: boolean) => {
      await setHeart(graphql, { id, post: entry.id, on })
      await refreshCollections(client)
    },
    onError: (error) => {
      toast(sentenceOf(error))
      void refreshCollections(client)
    },
  })
  const isOn = isPending ? variables : entry.hearted
  const count = entry.hearts + Number(isOn) - Number(entry.hearted)
  const press = () => {
    if (!login.refusesVisitor() && !isPending) mutate(!isOn)
  }
  const people = page.chosenBy.filter(({ handle }) => entry.heartedBy.includes(handle))
  const unnamed = entry.hearts - people.length
  return (
    <span className="heart-box">
      <button
        type="button"
        className="like plan-heart"
        aria-pressed={isOn}
        aria-label={`‘${entryName(entry)}’ 하트 ${count}`}
        aria-disabled={login.isVisitor || undefined}
        onPointerEnter={login.preload}
        onClick={press}
        suppressHydrationWarning
      >
        <PageIcon name="heart" />
        {count}
      </button>
      {people.length > 0 && (
        <span className="plan-faces">
          {people.slice(0, MOST_FACES).map(({ handle, username, image }) => (
            <Avatar key={handle} name={username} image={image} size="s" />
          ))}
          <span className="sr-only">
            {people.map(({ username }) => `${username} 님`).join(', ')}
            {unnamed > 0 && ` 외 ${unnamed}명`}
          </span>
        </span>
      )}
      {login.dialog}
    </span>
  )
}
