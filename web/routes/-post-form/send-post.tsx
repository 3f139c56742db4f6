import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { errorMessages } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import type { PostInput } from '#rules/post.ts'
import { useSignInAgain } from '../../accounts/expired-session.ts'
import { sentenceOf } from '../../failures.ts'
import { ApiError } from '../../graphql.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { useFormFailure } from '../../kit/form.tsx'
import { Check } from '../../kit/icons.gen.ts'
import { showServerError } from '../../kit/use-checked-form.ts'
import { dropLists } from '../../posts/queries/list-query.ts'
import type { CheckedPostForm } from './post-values.ts'

type SubmitState = 'typing' | 'verifying' | 'busy' | 'done'

/** Submits the form, ignoring presses while it is being sent. An expired session leads to the login and back to the draft. */
export function usePostSubmit(
  form: CheckedPostForm,
  save: (post: PostInput) => Promise<string | null>,
  clearDraft: () => void,
  onPhotosMissing: () => void,
) {
  const [state, setState] = useState<SubmitState>('typing')
  const [postId, setPostId] = useState<string | null>(null)
  const isSending = useRef(false)
  const unsent = useRef<PostInput>(null)
  const failure = useFormFailure()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()

  const sendOnce = async (post: PostInput) => {
    isSending.current = true
    setState('busy')
    failure.clear()
    try {
      setPostId(await save(post))
      clearDraft()
      dropLists(client)
      // The first post about a shop makes the shop a place, so cached shops are dropped.
      for (const key of ['post', 'map_shops', 'search_shops']) client.removeQueries({ queryKey: [key] })
      setState('done')
    } catch (error) {
      isSending.current = false
      if (signInAgain(error)) return
      if (error instanceof ApiError && error.code === 'EMAIL_UNVERIFIED') {
        unsent.current = post
        return setState('verifying')
      }
      showServerError(form, error)
      // All failures have the same message, except those that tell the person what to do.
      const isClear = error instanceof ApiError && (error.code === 'RATE_LIMITED' || error.code === 'UNAUTHENTICATED')
      failure.show(isClear ? error.message : sentenceOf(error, errorMessages.INTERNAL))
      setState('typing')
    }
  }

  const send = (event: FormEvent) => {
    event.preventDefault()
    const refuse = (errors: object) => Object.keys(errors).join() === 'images' && onPhotosMissing()
    if (!isSending.current) void form.handleSubmit(sendOnce, refuse)(event)
  }
  const verified = () => {
    if (unsent.current) void sendOnce(unsent.current)
  }
  return { state, postId, send, verified, stopVerifying: () => setState('typing'), failure }
}

type PostSentDialogProps = {
  open: boolean
  title: string
  lack: string | null
  postId: string | null
}

/** Dialog after a post was sent. Its buttons replace the form's history entry, so that Back does not return to the form. */
export function PostSentDialog({ open, title, lack, postId }: PostSentDialogProps) {
  const navigate = useNavigate()
  const home = useRef<HTMLAnchorElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => void navigate({ to: paths.home, replace: true })}
      leadsOn
      title={title}
      description={lack}
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
