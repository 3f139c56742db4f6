import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { errorMessages } from '#rules/errors.ts'
import type { PostInput } from '#rules/post.ts'
import { useSignInAgain } from '../../accounts/use-sign-in-again.ts'
import { sentenceOf } from '../../failures.ts'
import { ApiError } from '../../graphql.ts'
import { useFailure } from '../../kit/form.tsx'
import { showServerError } from '../../kit/use-checked-form.ts'
import { dropLists } from '../../posts/queries/patch-post.ts'
import type { CheckedPostForm } from './post-values.ts'

export type SubmitState = 'typing' | 'verifying' | 'busy' | 'done'

/** Sends once, however often it is pressed. An expired session leads to the login and back to the draft. */
export function usePostSubmit(
  form: CheckedPostForm,
  save: (post: PostInput) => Promise<string | null>,
  clearDraft: () => void,
) {
  const [state, setState] = useState<SubmitState>('typing')
  const [postId, setPostId] = useState<string | null>(null)
  const isTravelling = useRef(false)
  const unsent = useRef<PostInput>(null)
  const failure = useFailure()
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
      client.removeQueries({ queryKey: ['post'] })
      setState('done')
    } catch (error) {
      isTravelling.current = false
      if (signInAgain(error)) return
      if (error instanceof ApiError && error.code === 'EMAIL_UNVERIFIED') {
        unsent.current = post
        return setState('verifying')
      }
      showServerError(form, error)
      // One message for all failures, except a rate limit, which says when to try again.
      const isTooMany = error instanceof ApiError && error.code === 'RATE_LIMITED'
      failure.show(isTooMany ? error.message : sentenceOf(error, errorMessages.INTERNAL))
      setState('typing')
    }
  }

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isTravelling.current) void form.handleSubmit(sendOnce)(event)
  }
  const verified = () => {
    if (unsent.current) void sendOnce(unsent.current)
  }
  return { state, postId, send, verified, stopVerifying: () => setState('typing'), failure }
}
