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

/** Sends once, however often it is pressed. An expired session leads to the login and back to the draft. */
export function usePostSubmit(
  form: CheckedPostForm,
  save: (post: PostInput) => Promise<string | null>,
  clearDraft: () => void,
  onPhotosMissing: () => void,
) {
  const [state, setState] = useState<SubmitState>('typing')
  const [postId, setPostId] = useState<string | null>(null)
  const isTravelling = useRef(false)
  const unsent = useRef<PostInput>(null)
  const failure = useFormFailure()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()

  const sendOnce = async (post: PostInput) => {
    isTravelling.current = true
    setState('busy')
    failure.clear()
    try {
      setPostId(await save(post))
      clearDraft()
      dropLists(client)
      // The first post about a shop makes it a place.
      for (const key of ['post', 'map_shops', 'search_shops']) client.removeQueries({ queryKey: [key] })
      setState('done')
    } catch (error) {
      isTravelling.current = false
      if (signInAgain(error)) return
      if (error instanceof ApiError && error.code === 'EMAIL_UNVERIFIED') {
        unsent.current = post
        return setState('verifying')
      }
      showServerError(form, error)
      // All failures have one message, except those with an instruction.
      const isClear = error instanceof ApiError && (error.code === 'RATE_LIMITED' || error.code === 'UNAUTHENTICATED')
      failure.show(isClear ? error.message : sentenceOf(error, errorMessages.INTERNAL))
      setState('typing')
    }
  }

  const send = (event: FormEvent) => {
    event.preventDefault()
    const refuse = (errors: object) => Object.keys(errors).join() === 'images' && onPhotosMissing()
    if (!isTravelling.current) void form.handleSubmit(sendOnce, refuse)(event)
  }
  const verified = () => {
    if (unsent.current) void sendOnce(unsent.current)
  }
  return { state, postId, send, verified, stopVerifying: () => setState('typing'), failure }
}

type PostSentProps = {
  open: boolean
  title: string
  lack: string | null
  postId: string | null
}

/** Confirms that a post was sent. Every button leads away from the form, and Back does not lead to it again. */
export function PostSent({ open, title, lack, postId }: PostSentProps) {
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
