import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useController } from 'react-hook-form'
import { accountMessages, profileSchema } from '#rules/account.ts'
import { validateInput } from '#rules/validate.ts'
import { profileQuery, updateAccount } from '../../../accounts/account.ts'
import { AnswerField, EmailField, NicknameField, QuestionField } from '../../../accounts/account-fields.tsx'
import { DraftNotice, pictureRules, useDraft } from '../../../accounts/draft.tsx'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { useGraphql } from '../../../graphql.ts'
import { PortraitUpload } from '../../../images/portrait-upload.tsx'
import { TextField } from '../../../kit/field.tsx'
import { Form, SubmitButton, useFormFailure } from '../../../kit/form.tsx'
import { Eye } from '../../../kit/icons.gen.ts'
import { onDemand } from '../../../kit/on-demand.tsx'
import { showServerError, useCheckedForm } from '../../../kit/use-checked-form.ts'
import { useRouterContext } from '../../../router-context.ts'
import { setViewer } from '../../../store/change-viewer.ts'
import { returnedMailQuery } from './returned-mail.tsx'

const DoneDialog = onDemand(async () => (await import('../../../kit/dialog.tsx')).DoneDialog)

type Values = {
  image: string | null
  username: string
  about: string
  email: string
  questionIndex: string
  questionAnswer: string
}

const draftFields = ['image', 'username', 'about', 'email', 'questionIndex'] as const

const checkProfile = (values: Values) =>
  validateInput(profileSchema, { ...values, questionIndex: Number(values.questionIndex) })

export function ProfileForm({ handle }: { handle: string }) {
  const graphql = useGraphql()
  const context = useRouterContext()
  const signInAgain = useSignInAgain()
  const failure = useFormFailure()
  const [saved, setSaved] = useState(false)
  const { data: profile } = useSuspenseQuery(profileQuery(graphql, handle))
  const form = useCheckedForm(checkProfile, { image: profile.image, questionAnswer: profile.questionAnswer })
  const [showsAnswer, setShowsAnswer] = useState(false)
  const draft = useDraft('profile', form, draftFields, pictureRules)
  const image = useController({ control: form.control, name: 'image' }).field
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    failure.clear()
    try {
      setViewer(context, await updateAccount(graphql, { ...values, jwt: handle }))
    } catch (error) {
      if (!signInAgain(error)) failure.show(showServerError(form, error))
      return
    }
    draft.forget()
    void context.queryClient.invalidateQueries(returnedMailQuery(graphql))
    setSaved(true)
  })
  return (
    <Form onSubmit={submit}>
      {failure.alert}
      <DraftNotice draft={draft} discard="저장된 내용 보기" />
      <PortraitUpload label="프로필 사진" field={image} error={errors.image?.message} />
      <NicknameField defaultValue={profile.username} error={errors.username?.message} {...form.register('username')} />
      <TextField
        label="한 줄 소개"
        optional
        hint="내 페이지에 이름과 함께 보여요."
        defaultValue={profile.about}
        error={errors.about?.message}
        {...form.register('about')}
      />
      <EmailField
        defaultValue={profile.email}
        hint="변경하면 기존 이메일로 알려 드려요."
        error={errors.email?.message}
        {...form.register('email')}
      />
      <QuestionField
        defaultValue={profile.questionIndex}
        {...form.register('questionIndex', { onChange: () => setShowsAnswer(true) })}
      />
      {showsAnswer || errors.questionAnswer ? (
        <AnswerField error={errors.questionAnswer?.message} {...form.register('questionAnswer')} />
      ) : (
        <HiddenAnswer
          onShow={() => {
            flushSync(() => setShowsAnswer(true))
            form.setFocus('questionAnswer')
          }}
        />
      )}
      <SubmitButton busy={isSubmitting} busyLabel="저장하는 중…">
        저장하기
      </SubmitButton>
      {failure.dialog}
      <DoneDialog open={saved} onClose={() => setSaved(false)} message={accountMessages.updated} />
    </Form>
  )
}

/** Button in place of the security answer, which bystanders must not see. */
function HiddenAnswer({ onShow }: { onShow: () => void }) {
  return (
    <div className="field">
      <div className="field-label">답변</div>
      <button type="button" className="btn btn-outline btn-wide" onClick={onShow}>
        <Eye className="icon" />
        답변 보기
      </button>
    </div>
  )
}
