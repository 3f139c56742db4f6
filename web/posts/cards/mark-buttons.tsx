import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Press } from '../../accounts/pending-press.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast, withdrawToast } from '../../kit/toast.tsx'
import { useRouterContext } from '../../router-context.ts'
import { useMarks, usePostState, useViewer } from '../../store/use-store.ts'
import type { UnrepeatedPress } from './login-first-dialog.tsx'
import { type Target, toggleMark } from './toggle-mark.ts'

const LoginDialog = onDemand(async () => (await import('./login-first-dialog.tsx')).LoginFirstDialog)

/** Login dialog for a button that visitors can press too: they log in, come back, and the press is repeated. */
export function useLoginFirst(press: Press | UnrepeatedPress) {
  const router = useRouter()
  const { store } = useRouterContext()
  const [wayBack, setWayBack] = useState<ParsedLocation | null>(null)
  const isVisitor = useViewer() === null
  return {
    isVisitor,
    preload: isVisitor ? LoginDialog.preload : undefined,
    /**
     * Whether the person is a visitor, whom it asks to log in. Called on the press, because a page that hydrates does not
     * know its reader yet.
     */
    refusesVisitor: () => {
      if (store.viewer) return false
      setWayBack(router.latestLocation)
      return true
    },
    dialog: isVisitor && (
      <LoginDialog press={press} open={wayBack !== null} onClose={() => setWayBack(null)} wayBack={wayBack} />
    ),
  }
}

type LikeButtonProps = {
  post: { id: string; title: string; like: number }
  onError: (error: unknown) => void
  /** On a card a heart and the number; on the post's page a labelled button. */
  shape?: 'card' | 'detail'
}

export function LikeButton({ post, onError, shape = 'card' }: LikeButtonProps) {
  const context = useRouterContext()
  const { liked = false } = usePostState(post.id)
  const target = `post ${post.id}` as const
  const login = useLoginFirst(`liked ${target}`)
  const [isNew, setNew] = useState(false)
  const press = () => {
    if (login.refusesVisitor()) return
    setNew(true)
    void toggleMark(context, target, 'liked').catch(onError)
  }
  // With another key React replaces the number, so that the new one rolls in.
  const count = <span key={post.like}>{post.like}</span>
  const common = {
    type: 'button',
    // first-paint.ts finds the button by it.
    'data-post': post.id,
    'aria-pressed': liked,
    'aria-disabled': login.isVisitor || undefined,
    onPointerEnter: login.preload,
    'data-new': isNew || undefined,
    onClick: press,
    suppressHydrationWarning: true,
  } as const
  return (
    <>
      {shape === 'detail' ? (
        <button {...common} className="mark like-detail">
          <PageIcon name="heart" />
          <span>좋아요 {count}</span>
        </button>
      ) : (
        <button {...common} className="like" aria-label={`‘${post.title}’ 좋아요 ${post.like}`}>
          <PageIcon name="heart" />
          {count}
        </button>
      )}
      {login.dialog}
    </>
  )
}

const CollectDialog = onDemand(async () => (await import('../collections/collect-dialog.tsx')).CollectDialog)

const VisitPanel = onDemand(async () => (await import('./visit-panel.tsx')).VisitPanel)

const names = { wanted: '가고 싶어요', been: '다녀왔어요' } as const

type Titled = { id: string; title: string }

/** A post, whose place is marked, or a place. */
type SaveMarksProps = { onError: (error: unknown) => void } & (
  | { post: Titled; place?: never }
  | { place: Titled; post?: never }
)

/** '가고 싶어요' and '다녀왔어요'. */
export function SaveMarkButtons(props: SaveMarksProps) {
  return (
    <>
      <SaveMarkButton mark="wanted" {...props} />
      <SaveMarkButton mark="been" {...props} />
    </>
  )
}

type SaveMarkProps = SaveMarksProps & {
  mark: keyof typeof names
  /** `chip`: with a word, on a card. `sign`: without a word. `act`: among the actions of a page, where 가고 싶어요 is called 저장. */
  shape?: 'chip' | 'sign' | 'act'
}

const classes = { chip: 'mark', sign: 'mark mark-sign', act: 'mark act' }

const shownHints = new Set<SaveMarkProps['mark']>()

/** Text of the toast that is shown. Only one is, because a second would cover the dialog that the first opens. */
let offered = ''

const offerOf = (mark: SaveMarkProps['mark']) => `${names[mark]}에 담았어요`

function offerToCollect(mark: SaveMarkProps['mark'], collect: () => void): void {
  if (shownHints.has(mark)) return
  shownHints.add(mark)
  withdrawToast(offered)
  offered = offerOf(mark)
  const run = () => {
    withdrawToast(offered)
    collect()
  }
  toast(offered, { action: { label: '모음에 담기', run } })
}

/**
 * Button of a mark, whose sign the style sheet draws (card.css). '다녀왔어요' is taken back in the panel below it, which counts
 * the visits.
 */
export function SaveMarkButton({ post, place, mark, shape = 'chip', onError }: SaveMarkProps) {
  const { id, title } = post ?? place
  const target: Target = post ? `post ${id}` : `place ${id}`
  const { [mark]: isOn = false, visits = 1 } = useMarks(target)
  const context = useRouterContext()
  const login = useLoginFirst(`${mark} ${target}`)
  const [isNew, setNew] = useState(false)
  const [isCollecting, setCollecting] = useState(false)
  const [panel, setPanel] = useState<'first' | 'again' | null>(null)
  const isBeen = mark === 'been'
  const press = () => {
    if (login.refusesVisitor()) return
    if (isBeen && isOn) return setPanel(panel ? null : 'again')
    setNew(!isOn)
    if (isBeen) setPanel('first')
    const tell = (isSet: boolean | undefined) => {
      if (!isSet) withdrawToast(offerOf(mark))
      else offerToCollect(mark, () => setCollecting(true))
    }
    const fail = (error: unknown) => {
      setPanel(null)
      onError(error)
    }
    void toggleMark(context, target, mark).then(tell).catch(fail)
  }
  const word = isBeen && isOn && visits > 1 ? `${visits}번 ${names.been}` : names[mark]
  const isSaving = mark === 'wanted' && shape === 'act'
  return (
    <>
      <button
        type="button"
        className={classes[shape]}
        // first-paint.ts finds the button by these.
        data-post={post?.id}
        data-place={place?.id}
        name={mark}
        data-new={isNew || undefined}
        aria-pressed={isOn}
        aria-expanded={isBeen && isOn ? panel !== null : undefined}
        aria-label={`‘${title}’ ${word}${isSaving ? '에 저장' : ''}`}
        onPointerEnter={login.preload ?? (isBeen ? VisitPanel.preload : undefined)}
        onClick={press}
        suppressHydrationWarning
      >
        {shape !== 'sign' && (isSaving ? '저장' : word)}
      </button>
      {panel && isOn && (
        <VisitPanel
          open
          onClose={() => setPanel(null)}
          target={target}
          title={title}
          isFirst={panel === 'first'}
          onError={onError}
        />
      )}
      {login.dialog}
      {isCollecting && <CollectDialog open onClose={() => setCollecting(false)} target={target} title={title} />}
    </>
  )
}
