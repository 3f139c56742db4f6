import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { legalTextQuery } from '../accounts/account.ts'
import { ApiError, useGraphql } from '../graphql.ts'
import { siteOf } from '../page-info.ts'

export const Route = createFileRoute('/legal/$name')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(legalTextQuery(context.graphql, params.name)).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'NOT_FOUND' ? notFound() : error
    }),
  head: ({ match, loaderData, params }) => {
    if (!loaderData) return {}
    const { name, origin } = siteOf(match)
    const title = `${loaderData.title} | ${name}`
    return {
      meta: [{ title }, { name: 'description', content: title }],
      links: [{ rel: 'canonical', href: origin + paths.legal.replace('$name', params.name) }],
    }
  },
  component: () => <LegalText key={Route.useParams().name} name={Route.useParams().name} />,
})

function LegalText({ name }: { name: string }) {
  const { title, html, version } = useSuspenseQuery(legalTextQuery(useGraphql(), name)).data
  return (
    <article className="wrap legal">
      <h1>{title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it from Markdown without HTML */}
      <div className="legal-text" dangerouslySetInnerHTML={{ __html: html }} />
      <p className="hint">문서 번호 {version}</p>
    </article>
  )
}
