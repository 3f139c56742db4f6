import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isLegalName, type LegalName, legalTitles } from '#rules/legal.ts'
import { legalPath } from '#rules/paths.ts'
import { legalTextQuery } from '../accounts/account.ts'
import { useGraphql } from '../graphql.ts'
import { siteOf } from '../page-info.ts'

export const Route = createFileRoute('/legal/$name')({
  beforeLoad: ({ params: { name } }) => {
    if (!isLegalName(name)) throw notFound()
    return { name }
  },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(legalTextQuery(context.graphql, context.name))
    return context.name
  },
  head: ({ match, loaderData }) => {
    if (!loaderData) return {}
    const { name, origin } = siteOf(match)
    const title = `${legalTitles[loaderData]} | ${name}`
    return {
      meta: [{ title }, { name: 'description', content: title }],
      links: [{ rel: 'canonical', href: origin + legalPath(loaderData) }],
    }
  },
  component: () => <LegalText key={Route.useLoaderData()} name={Route.useLoaderData()} />,
})

function LegalText({ name }: { name: LegalName }) {
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
