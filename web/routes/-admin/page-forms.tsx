import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { lookLimits, MAX_SITE_PAGES, sitePageName } from '#rules/look.ts'
import { paths } from '#rules/paths.ts'
import { countCharacters } from '#rules/text.ts'
import { fieldErrorOf, sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { FieldError, TextArea, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { adminQueryKey } from '../../moderation/admin.ts'
import { previewSiteLook, type SiteLook, setSitePage } from '../../moderation/look.ts'
import { PreviewAndSaveButtons } from './preview-and-save.tsx'

type Page = SiteLook['pages'][number]

/** Forms for the pages that admins write, such as one about the site. */
export function SitePageForms({ pages }: { pages: readonly Page[] }) {
  const places = Array.from({ length: MAX_SITE_PAGES }, (_, index) => index + 1)
  return places.map((place) => <PageForm key={place} place={place} page={pages.find((page) => page.place === place)} />)
}

function PageForm({ place, page }: { place: number; page: Page | undefined }) {
  const execute = useGraphql()
  const client = useQueryClient()
  const [values, setValues] = useState({ title: page?.title ?? '', text: page?.text ?? '' })
  const save = useMutation({
    mutationFn: () => setSitePage(execute, { place, ...values }),
    onSuccess: () => toast(values.title.trim() ? '저장했어요.' : '페이지를 삭제했어요.'),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueryKey }),
  })
  const preview = useMutation({ mutationFn: () => previewSiteLook(execute, { text: values.text }) })
  const error = save.error ?? preview.error
  const send = (event: FormEvent) => {
    event.preventDefault()
    preview.reset()
    if (!save.isPending) save.mutate()
  }
  const field = (name: 'title' | 'text', limit: number) => ({
    value: values[name],
    error: fieldErrorOf(error, name),
    count: { used: countCharacters(values[name]), limit },
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <section className="admin-entry" aria-label={`소개 페이지 ${place}`}>
      <h2>소개 페이지 {place}</h2>
      {page && (
        <p>
          <a className="link" href={paths.legal.replace('$name', sitePageName(place))}>
            ‘{page.title}’ 열기
          </a>
        </p>
      )}
      <form className="admin-search" noValidate onSubmit={send}>
        <TextField
          label="제목"
          hint="화면 맨 아래에 링크로 보여요. 제목과 내용을 모두 비우면 페이지가 삭제돼요."
          {...field('title', lookLimits.title)}
        />
        <TextArea label="내용" hint="마크다운으로 적어 주세요." rows={8} {...field('text', lookLimits.page)} />
        {error && !fieldErrorOf(error, 'title') && !fieldErrorOf(error, 'text') && (
          <FieldError live>{sentenceOf(error)}</FieldError>
        )}
        <PreviewAndSaveButtons preview={preview} isSaving={save.isPending} />
      </form>
      {preview.data && (
        <div
          className="legal-text admin-why"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it from Markdown without HTML
          dangerouslySetInnerHTML={{ __html: preview.data.html }}
        />
      )}
    </section>
  )
}
