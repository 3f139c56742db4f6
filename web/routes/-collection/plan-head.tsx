import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { planCalendarPath } from '#rules/paths.ts'
import { planTimeLabel } from '#rules/plan.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { Clock, MapPin, Plus } from '../../kit/icons.gen.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { toast } from '../../kit/toast.tsx'
import { type CollectionPage, leavePlan, refreshCollections } from '../../posts/collections/collection-queries.ts'

const PlanDialog = onDemand(async () => (await import('./plan-dialog.tsx')).PlanDialog)

/** Maximum number of profile pictures of members who have given hearts. */
const MOST_FACES = 4

export type PlanView = 'list' | 'compare'

type PlanHeadProps = {
  page: CollectionPage
  view: PlanView
  onView: (view: PlanView) => void
  onCompareNear: () => void
}

/** Header of a plan: time, starting point, members who have given hearts, and the switch between list and comparison. */
export function PlanHead({ page, view, onView, onCompareNear }: PlanHeadProps) {
  const { collection, entries } = page
  const views = { list: '목록', compare: '비교' } as const
  return (
    <>
      <Times page={page} />
      {entries.length > 1 && (
        <div className="plan-row">
          <Choosers page={page} />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no baseline to align with */}
          <div className="seg" role="group" aria-label="보기 방식">
            {(Object.keys(views) as PlanView[]).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={view === name}
                onPointerEnter={onCompareNear}
                onClick={() => onView(name)}
              >
                {views[name]}
              </button>
            ))}
          </div>
        </div>
      )}
      {!collection.mine && page.chosen && <Leave id={collection.id} />}
    </>
  )
}

function Times({ page: { collection, entries } }: { page: CollectionPage }) {
  const [isOpen, setOpen] = useState(false)
  const { planAt, planFrom, mine } = collection
  const time = planAt === null ? null : planTimeLabel(Date.parse(planAt))
  const from = planFrom && `${planFrom.name}에서`
  const calendar = time && entries.length > 0 && (
    <a href={planCalendarPath(collection.id)} download className="plan-pick">
      <Plus className="icon icon-s" />
      캘린더에 담기
    </a>
  )
  if (!mine) {
    return (
      (time || from) && (
        <div className="plan-times">
          {time && (
            <span className="plan-told num">
              <Clock className="icon icon-s" />
              {time}
            </span>
          )}
          {from && (
            <span className="plan-told">
              <MapPin className="icon icon-s" />
              {from}
            </span>
          )}
          {calendar}
        </div>
      )
    )
  }
  const open = {
    type: 'button',
    className: 'plan-pick num',
    onPointerEnter: PlanDialog.preload,
    onClick: () => setOpen(true),
  } as const
  return (
    <div className="plan-times">
      <button {...open}>
        <Clock className="icon icon-s" />
        {time ?? '날짜와 시간 정하기'}
      </button>
      <button {...open}>
        <MapPin className="icon icon-s" />
        {from ?? '출발지 정하기'}
      </button>
      {calendar}
      <PlanDialog open={isOpen} onClose={() => setOpen(false)} collection={collection} />
    </div>
  )
}

function Choosers({ page: { collection, choosers, chosenBy } }: { page: CollectionPage }) {
  if (collection.visibility === 'private') return <p className="plan-choosers">링크를 보내면 함께 고를 수 있어요</p>
  if (choosers === 0) return <p className="plan-choosers">마음에 드는 곳에 하트를 남겨 보세요</p>
  return (
    <p className="plan-choosers">
      {chosenBy.length > 0 && (
        <span className="plan-faces">
          {chosenBy.slice(0, MOST_FACES).map(({ handle, username, image }) => (
            <Avatar key={handle} name={username} image={image} size="s" />
          ))}
          <span className="sr-only">{chosenBy.map(({ username }) => `${username} 님`).join(', ')} </span>
        </span>
      )}
      <span>
        <b>{choosers}명</b>이 함께 골라요
      </span>
    </p>
  )
}

function Leave({ id }: { id: string }) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      await leavePlan(graphql, { id })
      await refreshCollections(client)
    },
    onSuccess: () => toast('함께 고르기에서 나왔어요.'),
    onError: (error) => toast(sentenceOf(error)),
  })
  return (
    <button
      type="button"
      className="link link-quiet"
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate()}
    >
      함께 고르기에서 나가기
    </button>
  )
}
