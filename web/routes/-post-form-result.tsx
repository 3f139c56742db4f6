import { Link, useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { errorMessages } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { Dialog, DialogButtons } from '../components/dialog.tsx'
import { MessageDialog } from '../components/message-dialog.tsx'
import type { SubmitState } from './-use-post-submit.ts'

type PostFormResultProps = {
  state: SubmitState
  /** The sentence of success. */
  done: string
  postId: string | undefined
  onClose: () => void
}

/** What became of a post that was sent. */
export function PostFormResult({ state, done, postId, onClose }: PostFormResultProps) {
  const navigate = useNavigate()
  return (
    <>
      <Dialog
        open={state === 'done'}
        onClose={() => void navigate({ to: paths.home })}
        title={done}
        icon={Check}
        tone="good"
      >
        <DialogButtons>
          {postId !== undefined && (
            <Link to={paths.post} params={{ id: postId }} className="btn btn-quiet">
              글 보기
            </Link>
          )}
          <Link to={paths.home} className="btn btn-primary">
            홈으로
          </Link>
        </DialogButtons>
      </Dialog>
      <MessageDialog open={state === 'failed'} message={errorMessages.INTERNAL} onClose={onClose} />
    </>
  )
}
