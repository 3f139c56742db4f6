import { useEffect, useState } from 'react'
import { graphql, type ResultOf } from '../../graphql.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { useRouterContext } from '../../router-context.ts'
import { invalidateMarkQueries, type Target } from './toggle-mark.ts'
import './visit-panel.css'

const getVisits = graphql(/* GraphQL */ `
  query getVisits($post: ID, $place: ID) { getVisits(post: $post, place: $place) { count again } }
`)

const setVisits = graphql(/* GraphQL */ `
  mutation setVisits($post: ID, $place: ID, $count: Int!, $again: Boolean) {
    setVisits(post: $post, place: $place, count: $count, again: $again) { count again }
  }
`)

type Visits = ResultOf<typeof getVisits>

const named = (target: Target) => {
  const [kind, id = ''] = target.split(' ')
  return kind === 'place' ? { place: id } : { post: id }
}

type VisitPanelProps = {
  open: boolean
  onClose: () => void
  target: Target
  title: string
  /** The mark was set just now: the panel only asks whether they would go again. */
  isFirst: boolean
  onError: (error: unknown) => void
}

/** Panel below '다녀왔어요': how often the member was there, and whether they would go again. */
export function VisitPanel({ onClose, target, title, isFirst, onError }: VisitPanelProps) {
  const context = useRouterContext()
  const [visits, setShown] = useState<Visits | null>(isFirst ? { count: 1, again: null } : null)
  const [isBusy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(() => {
    if (visits) return
    getVisits(context.graphql, named(target)).then(setShown, (error: unknown) => {
      onClose()
      onError(error)
    })
  }, [])
  const show = ({ count }: Visits) => {
    const { store } = context
    const name = store.placeOf(target)
    store.setMark(name, 'visits', count > 1 ? count : undefined)
    store.setMark(name, 'been', count > 0)
  }
  const change = async (before: Visits, after: Visits) => {
    if (isBusy) return
    setBusy(true)
    setShown(after)
    show(after)
    const release = context.store.hold(context.store.placeOf(target))
    try {
      const { count, again } = after
      const known = await setVisits(context.graphql, { ...named(target), count, again: count > 0 ? again : null })
      setShown(known)
      show(known)
      if (count === 0 || isFirst) onClose()
    } catch (error) {
      setShown(before)
      show(before)
      onError(error)
    } finally {
      release()
      invalidateMarkQueries(context)
      setBusy(false)
    }
  }
  return (
    <fieldset className="visits" aria-label={`‘${title}’ 다녀온 기록`} aria-busy={isBusy || !visits}>
      {!isFirst && (
        <div className="visits-count">
          <button
            type="button"
            className="icon-btn"
            aria-label="다녀온 횟수 줄이기"
            disabled={!visits}
            onClick={() => visits && void change(visits, { ...visits, count: visits.count - 1 })}
          >
            −
          </button>
          <b className="num" role="status">
            {visits ? `${visits.count}번` : '…'}
          </b>
          <button
            type="button"
            className="icon-btn"
            aria-label="다녀온 횟수 늘리기"
            disabled={!visits}
            onClick={() => visits && void change(visits, { count: visits.count + 1, again: null })}
          >
            +
          </button>
        </div>
      )}
      <div className="visits-again">
        <span>또 갈래요?</span>
        {answers.map(({ again, word }) => (
          <button
            key={word}
            type="button"
            className="btn btn-outline btn-small"
            aria-pressed={visits?.again === again}
            disabled={!visits}
            onClick={() => visits && void change(visits, { ...visits, again })}
          >
            {word}
          </button>
        ))}
      </div>
      <small className="visits-note">{'‘네’\u2060라고 하면 나를 팔로우하는 이웃에게 보여요'}</small>
      <button
        type="button"
        className="icon-btn icon-btn-quiet visits-close"
        aria-label={isFirst ? '넘어가기' : '닫기'}
        onClick={onClose}
      >
        <PageIcon name="x" />
      </button>
    </fieldset>
  )
}

const answers = [
  { again: true, word: '네' },
  { again: false, word: '글쎄요' },
] as const
