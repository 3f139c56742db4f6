import { type KeyboardEvent, useState } from 'react'
import { MAX_MENU_PHOTOS, type PostInput, postLimits } from '#rules/post.ts'
import { pinMessages } from '#rules/precision.ts'
import { cleanLine, cleanText, countCharacters } from '#rules/text.ts'
import { DraftNotice, useDraft } from '../../accounts/draft.tsx'
import { PhotosField } from '../../images/photos-field.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { Form, SubmitButton } from '../../kit/form.tsx'
import { isComposing } from '../../kit/is-composing.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { useCheckedForm } from '../../kit/use-checked-form.ts'
import { FactFields, useSuggestedKind } from './fact-fields.tsx'
import { PLACE_FIELD_ID, PlaceFields } from './place-fields.tsx'
import { draftFields, draftRules } from './post-draft.ts'
import {
  changeOptions,
  checkPost,
  completeWeekHours,
  type PostToEdit,
  type PostValues,
  postValuesOf,
} from './post-values.ts'
import { PostSentDialog, usePostSubmit } from './send-post.tsx'
import { TimeFields } from './time-fields.tsx'
import { WeekFields } from './week-fields.tsx'
import './post-form.css'
import { parseFiveMinuteTime } from '#rules/time-of-day.ts'
import { useNow } from '../../page-info.ts'
import { PostCard } from '../../posts/cards/post-card.tsx'
import { useViewer } from '../../store/use-store.ts'

const VerifyEmailDialog = onDemand(async () => (await import('../../accounts/verify-dialog.tsx')).VerifyEmailDialog)

type PostFormProps = {
  heading: string
  lead: string
  draft: string
  postToEdit: PostToEdit | null
  /** Prefilled values of a new post. */
  prefilled?: Partial<PostValues>
  save: (post: PostInput) => Promise<string | null>
  labels: { submit: string; busy: string; done: string }
}

export function PostForm({ heading, lead, draft, postToEdit, prefilled, save, labels }: PostFormProps) {
  const form = useCheckedForm<PostValues, PostInput>(checkPost, { ...postValuesOf(postToEdit), ...prefilled })
  const kept = useDraft(draft, form, draftFields, draftRules)
  const [refusals, setRefusals] = useState(0)
  const submit = usePostSubmit(form, save, kept.forget, () => setRefusals(refusals + 1))
  const suggestion = useSuggestedKind(form)
  const { errors } = form.formState
  const values = form.watch()
  return (
    <div className="wrap form-page">
      <div className="form-page-head">
        <h1>{heading}</h1>
        <p>{lead}</p>
      </div>
      <div>
        <Form onSubmit={submit.send} onKeyDown={keepComposing}>
          {submit.failure.alert}
          <DraftNotice draft={kept} discard={postToEdit ? '저장된 내용 보기' : '새로 쓰기'} />
          <PhotosField
            label="사진"
            urls={values.images}
            change={(next) => form.setValue('images', next(form.getValues('images')), changeOptions(form))}
            menus={values.menus}
            onMenus={(next) => {
              form.setValue('menus', next, changeOptions(form))
              if (next.length > MAX_MENU_PHOTOS || errors.menus) void form.trigger('menus')
            }}
            unfinished={values.unfinished}
            onUploads={(uploads, unfinished) => {
              form.setValue('uploads', uploads)
              form.setValue('unfinished', unfinished)
              // Validates the photos' field. Only a submit may say that photos are still uploading.
              if (form.formState.isSubmitted && (uploads !== 'running' || errors.images)) void form.trigger('images')
            }}
            error={errors.images?.message ?? errors.menus?.message}
            refusals={refusals}
          />
          <PlaceFields form={form} onCategory={suggestion.suggest} />
          <TextField
            label="상호명"
            placeholder="예: 을지로 손칼국수"
            autoComplete="off"
            required
            count={{ used: countCharacters(cleanLine(values.title)), limit: postLimits.title }}
            error={errors.title?.message}
            {...form.register('title')}
          />
          <TextArea
            label="상세내용"
            placeholder="무엇이 맛있었나요? 가기 전에 알면 좋은 점도 적어 주세요."
            required
            count={{ used: countCharacters(cleanText(values.contents)), limit: postLimits.contents }}
            error={errors.contents?.message}
            {...form.register('contents')}
          />
          <TimeFields form={form} />
          <WeekFields form={form} />
          <FactFields form={form} suggested={suggestion.suggested} />
          <PositionNote values={values} />
          <SubmitButton busy={submit.state === 'busy'} busyLabel={labels.busy}>
            {labels.submit}
          </SubmitButton>
        </Form>
      </div>
      <PostPreview values={values} />
      <PostSentDialog
        open={submit.state === 'done'}
        title={labels.done}
        lack={values.lat === null && values.proposed ? pinMessages.unconfirmedSent : null}
        postId={submit.postId}
      />
      <VerifyEmailDialog
        open={submit.state === 'verifying'}
        onClose={submit.stopVerifying}
        onVerified={submit.verified}
      />
      {submit.failure.dialog}
    </div>
  )
}

function PositionNote({ values: { lat, proposed } }: { values: Pick<PostValues, 'lat' | 'proposed'> }) {
  if (lat !== null) return null
  return (
    <div className="notice position-note">
      <span>{proposed ? pinMessages.unconfirmed : pinMessages.none}</span>
      <button
        type="button"
        className="btn btn-outline btn-small"
        onClick={() => document.getElementById(PLACE_FIELD_ID)?.focus()}
      >
        위치 정하기
      </button>
    </div>
  )
}

/** Prevents a submit by an Enter that only ends an input method's composition. */
function keepComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event) && event.target instanceof HTMLInputElement) {
    event.preventDefault()
  }
}

const ignore = () => {}

function PostPreview({ values }: { values: PostValues }) {
  const viewer = useViewer()
  const now = new Date(useNow()).toISOString()
  return (
    <aside className="preview" aria-hidden="true" inert>
      <p>이렇게 보여요</p>
      <PostCard
        onDelete={ignore}
        onError={ignore}
        post={{
          id: '0',
          title: cleanLine(values.title) || '가게 이름',
          contents: cleanText(values.contents) || '상세내용이 여기에 보여요.',
          image: values.images[0] ?? null,
          image_info: null,
          image_count: values.images.length,
          address: cleanLine(values.address) || null,
          place_name: null,
          lat: null,
          lng: null,
          start_time: parseFiveMinuteTime(values.start_time),
          end_time: parseFiveMinuteTime(values.end_time),
          closed_on: values.closed_on,
          week_hours: completeWeekHours(values),
          kind: values.kind,
          price: values.price,
          createdAt: now,
          username: viewer?.username ?? '',
          user_id: viewer?.jwt ?? '',
          user_profile: viewer?.image ?? null,
          like: 0,
          comments: 0,
        }}
      />
    </aside>
  )
}
