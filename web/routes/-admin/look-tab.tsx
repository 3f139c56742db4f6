import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DAY_MS, toSeoulTime } from '#rules/dates.ts'
import { lookLimits } from '#rules/look.ts'
import { countCharacters } from '#rules/text.ts'
import { fieldErrorOf, sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { PortraitUpload } from '../../images/portrait-upload.tsx'
import { serverNow } from '../../kit/clock.ts'
import { FieldError, TextArea, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { adminQueryKey } from '../../moderation/admin.ts'
import { lookQuery, previewSiteLook, type SiteLook, setSiteLook } from '../../moderation/look.ts'
import { LookSample } from './look-sample.tsx'
import { SitePageForms } from './page-forms.tsx'
import { PreviewAndSaveButtons } from './preview-and-save.tsx'

/** Forms for the site's name, colours, logo and texts, and for the pages that admins write. */
export function LookTab() {
  const { data: look, error } = useQuery(lookQuery(useGraphql()))
  if (error) return <p className="hint">{sentenceOf(error)}</p>
  if (!look) return null
  return (
    <div className="admin-rules">
      <LookForm look={look} />
      <SitePageForms pages={look.pages} />
    </div>
  )
}

const MINUTES = 'YYYY-MM-DDTHH:MM'.length

/** A time in Seoul in the format of `<input type="datetime-local">`. */
function inputTime(time: string | number): string {
  return toSeoulTime(time).toISOString().slice(0, MINUTES)
}

const HOUR_STEP = 3_600_000

function LookForm({ look }: { look: SiteLook }) {
  const execute = useGraphql()
  const client = useQueryClient()
  const inAWeek = Math.ceil((serverNow() + 7 * DAY_MS) / HOUR_STEP) * HOUR_STEP
  const [values, setValues] = useState({
    name: look.name ?? '',
    welcome: look.welcome ?? '',
    announcement: look.announcement ?? '',
    announcementEnds: inputTime(look.announcementEnds ?? inAWeek),
    accent: look.accent ?? '',
    logo: look.logo,
  })
  const input = { ...values, accent: values.accent.trim() || null }
  const save = useMutation({
    mutationFn: () => setSiteLook(execute, input),
    onSuccess: () => toast('저장했어요. 새로 여는 화면부터 바뀌어요.'),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueryKey }),
  })
  const preview = useMutation({ mutationFn: () => previewSiteLook(execute, { accent: input.accent, text: '' }) })
  const error = preview.error ?? save.error
  const text = (field: 'name' | 'welcome' | 'announcement') => ({
    value: values[field],
    error: fieldErrorOf(error, field),
    count: { used: countCharacters(values[field]), limit: lookLimits[field] },
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [field]: event.currentTarget.value }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    preview.reset()
    if (!save.isPending) save.mutate()
  }
  const isShownAtField = Object.keys(values).some((field) => fieldErrorOf(error, field))
  return (
    <section className="admin-entry" aria-label="사이트 디자인">
      <h2>사이트 디자인</h2>
      <form className="admin-search" noValidate onSubmit={send}>
        <TextField
          label="이름"
          optional
          hint={`비워 두면 ‘${look.defaultName}’\u2060예요. 화면과 메일, 공유한 링크에 보여요.`}
          {...text('name')}
        />
        {/* Visible label: that of the upload is only for screen readers. */}
        <p className="field-label" aria-hidden="true">
          로고
        </p>
        <PortraitUpload
          label="로고"
          field={{ value: values.logo, onChange: (logo) => setValues((now) => ({ ...now, logo })) }}
          error={fieldErrorOf(error, 'logo')}
        />
        <TextField
          label="강조 색"
          optional
          hint="#1d5fa8처럼 적어 주세요. 글자가 잘 보이는 색만 쓸 수 있어요."
          error={fieldErrorOf(error, 'accent')}
          value={values.accent}
          autoComplete="off"
          onChange={(event) => setValues({ ...values, accent: event.currentTarget.value })}
        />
        <TextField label="환영 문장" optional hint="홈 위에 보여요." {...text('welcome')} />
        <TextArea label="공지" optional hint="모든 화면 위에 보여요." rows={3} {...text('announcement')} />
        {values.announcement.trim() !== '' && (
          <TextField
            label="공지를 내릴 시각"
            type="datetime-local"
            step={300}
            value={values.announcementEnds}
            error={fieldErrorOf(error, 'announcementEnds')}
            onChange={(event) => setValues({ ...values, announcementEnds: event.currentTarget.value })}
          />
        )}
        {error && !isShownAtField && <FieldError live>{sentenceOf(error)}</FieldError>}
        <PreviewAndSaveButtons preview={preview} isSaving={save.isPending} />
      </form>
      {preview.data && <LookSample values={values} defaultName={look.defaultName} colours={preview.data} />}
    </section>
  )
}
