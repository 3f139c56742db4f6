import { useState } from 'react'
import { onDemand } from '../../kit/on-demand.tsx'
import { toast, withdrawToast } from '../../kit/toast.tsx'
import { usePostState } from '../../reader/reader-store.ts'
import { useReaderContext } from '../../reader/viewer.ts'
import { toggleMark } from './toggle-mark.ts'
import { useLoginFirst } from './use-login-first.tsx'

const CollectDialog = onDemand(async () => (await import('../collections/collect-dialog.tsx')).CollectDialog)

const names = { wanted: '가고 싶어요', been: '다녀왔어요' } as const

type SaveMarksProps = {
  post: { id: string; title: string }
  onError: (error: unknown) => void
}

/** '가고 싶어요' and '다녀왔어요'. */
export function SaveMarks(props: SaveMarksProps) {
  return (
    <>
      <SaveMark mark="wanted" {...props} />
      <SaveMark mark="been" {...props} />
    </>
  )
}

type SaveMarkProps = SaveMarksProps & {
  mark: keyof typeof names
  /** Without its word. */
  isSign?: boolean
}

/** Said only once: whoever saves ten places in a row knows it. */
let isTold = false

function offerToCollect(mark: SaveMarkProps['mark'], collect: () => void): void {
  if (isTold) return
  isTold = true
  const text = `${names[mark]}에 담았어요`
  const run = () => {
    withdrawToast(text)
    collect()
  }
  toast(text, { action: { label: '모음에 담기', run } })
}

/** The style sheet draws its sign (card.css). */
export function SaveMark({ post, mark, isSign, onError }: SaveMarkProps) {
  const { [mark]: isOn = false } = usePostState(post.id)
  const context = useReaderContext()
  const login = useLoginFirst(true)
  const [isNew, setIsNew] = useState(false)
  const [isCollecting, setCollecting] = useState(false)
  const press = () => {
    if (login.isRefused()) return
    setIsNew(!isOn)
    const offer = (isSet: boolean | undefined) => isSet && offerToCollect(mark, () => setCollecting(true))
    void toggleMark(context, { id: post.id }, mark).then(offer).catch(onError)
  }
  return (
    <>
      <button
        type="button"
        className={isSign ? 'mark mark-sign' : 'mark'}
        // The page's first script finds the button by these.
        data-post={post.id}
        name={mark}
        data-new={isNew || undefined}
        aria-pressed={isOn}
        aria-label={`‘${post.title}’ ${names[mark]}`}
        onPointerEnter={login.preload}
        onClick={press}
        suppressHydrationWarning
      >
        {!isSign && names[mark]}
      </button>
      {login.dialog}
      {isCollecting && <CollectDialog open onClose={() => setCollecting(false)} post={post} />}
    </>
  )
}
