import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type CommentInput, commentSchema } from '#rules/comment.ts'
import { paths } from '#rules/paths.ts'
import { failedUploadsMessage } from '#rules/uploads.ts'
import { validateInput } from '#rules/validate.ts'
import { pictureRules, useDraft } from '../accounts/draft.tsx'
import { useSignInAgain } from '../accounts/expired-session.ts'
import { sentenceOf } from '../failures.ts'
import { FileInput } from '../images/file-input.tsx'
import { Avatar } from '../kit/avatar.tsx'
import { FieldError } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { Camera } from '../kit/icons.gen.ts'
import { onDemand } from '../kit/on-demand.tsx'
import { useCheckedForm } from '../kit/use-checked-form.ts'
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts'
import { useRouterContext } from '../router-context.ts'
import { usePostState, useViewer } from '../store/use-store.ts'
import { CommentField } from './comment-field.tsx'
import { addComment, type Comment, showAddedComment } from './comments-query.ts'
import type { Mentionable } from './mention-list.tsx'

const CommentPhotoUpload = onDemand(async () => (await import('./comment-photo-upload.tsx')).CommentPhotoUpload)

/**
 * `unfinished`: a photo is chosen and not uploaded yet. A draft keeps no files, so a draft restored with this flag says that the
 * photo was lost.
 */
type Values = { text: string; image: string | null; unfinished: boolean }

const draftFields = ['text', 'image', 'unfinished'] as const
const empty: Values = { text: '', image: null, unfinished: false }
const INVITATION = '나도 가봤어요. 어땠나요?'
const TO_AUTHOR = '이웃에게 한마디 남겨 보세요'

type CommentFormProps = {
  post: string
  /** Members that the text may name after an '@'. */
  people: readonly Mentionable[]
  onAdded: (added: Comment) => void
}

export function CommentForm({ post, people, onAdded }: CommentFormProps) {
  const { store } = useRouterContext()
  // Subscribes to the viewer: a change of person replaces the form, whose key is the handle.
  useViewer()
  return (
    <>
      <LoginLink className="say for-visitors">
        <span className="say-field">{INVITATION}</span>
      </LoginLink>
      {/* The store has the viewer before hydration, so hydration does not replace the form. */}
      <MemberCommentForm key={store.viewer?.jwt} post={post} people={people} onAdded={onAdded} />
    </>
  )
}

type MemberCommentFormProps = CommentFormProps & {
  /** For a reply: id of the comment that it replies to, text to prefill, and a function that closes the form. */
  reply?: { parent: string; prefilled: string; onClose: () => void }
}

/** Form for a comment or a reply; that for a reply takes the focus when it opens. */
export function MemberCommentForm({ post, people, onAdded, reply }: MemberCommentFormProps) {
  const id = useId()
  const context = useRouterContext()
  const { graphql } = context
  const viewer = useViewer()
  const { mine: isMine } = usePostState(post)
  const signInAgain = useSignInAgain()
  const [failure, setFailure] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const what = reply ? '답글' : '댓글'
  const checkComment = ({ text, image }: Values) =>
    // The prefilled text alone does not count as text.
    validateInput(commentSchema, { text: text.trim() === reply?.prefilled.trim() ? '' : text, image })
  const form = useCheckedForm<Values, CommentInput>(checkComment, reply ? { ...empty, text: reply.prefilled } : empty)
  const draft = useDraft(reply ? `reply ${reply.parent}` : `comment ${post}`, form, draftFields, pictureRules)
  const picker = useRef<HTMLInputElement>(null)
  const keyOf = useIdempotencyKey()
  const { errors, isSubmitting } = form.formState
  const [text, image, unfinished] = form.watch(['text', 'image', 'unfinished'])
  const hasPhoto = file !== null || image !== null
  const isLost = file === null && unfinished
  const isBusy = isSubmitting || isWaiting

  const submit = form.handleSubmit(async ({ text, image }) => {
    const isUp = file === null || image !== null
    setFailure(isUp || !hasFailed ? '' : '사진을 올리지 못했어요. 다시 시도하거나 삭제해 주세요.')
    setWaiting(!isUp && !hasFailed)
    if (!isUp) return
    let added: Comment
    try {
      const key = keyOf(text + image)
      added = await addComment(graphql, { post, text, image, key, ...(reply && { parent: reply.parent }) })
    } catch (error) {
      if (!signInAgain(error)) setFailure(sentenceOf(error))
      return
    }
    showAddedComment(context, post, added)
    if (!reply) {
      // The button that has the focus disappears with the text.
      form.setFocus('text')
      form.reset(empty)
      setFile(null)
    }
    draft.forget()
    onAdded(added)
  })
  const focusText = useEffectEvent(() => {
    if (!reply) return
    form.setFocus('text')
    const area = document.activeElement
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(area.value.length, area.value.length)
  })
  useEffect(() => focusText(), [])
  const sendWaiting = useEffectEvent(() => {
    if (!isWaiting || image === null) return
    setWaiting(false)
    void submit()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the photo is uploaded
  useEffect(() => sendWaiting(), [image])
  const takePhoto = (file: File | null) => {
    setFile(file)
    setFailed(false)
    form.setValue('unfinished', file !== null)
  }
  return (
    <Form className="say for-members" onSubmit={submit} aria-label={`${what} 쓰기`}>
      {!reply && (
        <Avatar
          name={viewer?.username ?? ''}
          image={viewer?.image}
          hue={viewer?.hue ?? 0}
          fallback={viewer ? 'letter' : 'icon'}
        />
      )}
      <div className="say-body">
        <div className="say-field">
          <CommentField
            {...form.register('text')}
            id={`${id}-text`}
            label={what}
            placeholder={reply ? '답글을 적어 주세요' : isMine ? TO_AUTHOR : INVITATION}
            text={text}
            error={errors.text?.message}
            people={people}
            onText={(changed) => form.setValue('text', changed)}
          />
          <button
            type="button"
            className="icon-btn icon-btn-quiet"
            aria-label="사진 추가"
            onClick={() => picker.current?.click()}
          >
            <Camera className="icon" />
          </button>
        </div>
        <FileInput ref={picker} label={`${what} 사진`} onFiles={([chosen]) => chosen && takePhoto(chosen)} />
        <CommentPhotoUpload
          open={hasPhoto}
          file={file}
          value={image}
          onChange={(url) => {
            form.setValue('image', url)
            form.setValue('unfinished', url === null)
          }}
          onFault={(hasFailed) => {
            setFailed(hasFailed)
            if (hasFailed) setWaiting(false)
          }}
          onClose={() => {
            takePhoto(null)
            setWaiting(false)
            form.setValue('image', null)
          }}
        />
        {isLost && <FieldError live>{failedUploadsMessage(1)}</FieldError>}
        {errors.image?.message && <FieldError live>{errors.image.message}</FieldError>}
        {failure && <FieldError live>{failure}</FieldError>}
        {(reply || text !== '' || hasPhoto) && (
          <div className="say-tools">
            {reply && (
              <button type="button" className="btn btn-quiet btn-small" onClick={reply.onClose}>
                닫기
              </button>
            )}
            <button type="submit" className="btn btn-primary btn-small" aria-disabled={isBusy || undefined}>
              {isWaiting ? '사진이 올라가면 남길게요' : isSubmitting ? '남기는 중…' : '남기기'}
            </button>
          </div>
        )}
      </div>
    </Form>
  )
}

/** Link to the login, which returns to this page. `className` should contain `for-visitors`, which hides it from members. */
export function LoginLink({ className, children }: { className: string; children: ReactNode }) {
  const next = useLocation({ select: ({ href }) => href })
  return (
    <Link to={paths.login} search={{ next }} className={className} preload={false}>
      {children}
    </Link>
  )
}
