import Check from 'virtual:icon/check'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { paths } from '#rules/paths.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'

type PostSentProps = {
  open: boolean
  /** The success message. */
  title: string
  /** The sent post, if its id is known. */
  postId: string | null
}

/** Confirms that a post was sent. Every button leads away from the form, and Back does not lead to it again. */
export function PostSent({ open, title, postId }: PostSentProps) {
  const navigate = useNavigate()
  const home = useRef<HTMLAnchorElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => void navigate({ to: paths.home, replace: true })}
      leadsOn
      title={title}
      icon={Check}
      tone="good"
      initialFocus={home}
    >
      <DialogButtons>
        {postId !== null && (
          <Link to={paths.post} params={{ id: postId }} replace className="btn btn-quiet">
            글 보기
          </Link>
        )}
        <Link ref={home} to={paths.home} replace className="btn btn-primary">
          홈으로
        </Link>
      </DialogButtons>
    </Dialog>
  )
}
