import { escapeHtml } from '../escape-html.ts'
import type { Message } from './transports.ts'

/** Parts of a mail to a member. */
export type EmailContent = Readonly<{
  to: string
  subject: string
  heading: string
  /** Paragraphs before the code. */
  before: readonly string[]
  code: string | null
  /** Paragraphs after the code and the lists. */
  after: readonly string[]
  link: Link | null
  lists?: readonly Readonly<{ title: string; items: readonly Link[] }>[]
  unsubscribe?: string
}>

type Link = Readonly<{ label: string; url: string }>

export type MailSite = Readonly<{ name: string; origin: string }>

const UNSUBSCRIBE = '소식 메일 그만 받기'
const NO_REPLY = '발신 전용 메일이라 회신을 받을 수 없어요.'

/** Renders a mail as text, and as HTML for phones: one column, large type, no remote pictures. */
export function renderEmail(site: MailSite, content: EmailContent): Message {
  const { to, subject, unsubscribe } = content
  const message = { to, subject: `[${site.name}] ${subject}`, text: asText(site, content), html: asHtml(site, content) }
  return { ...message, ...(unsubscribe !== undefined && { unsubscribe }) }
}

function asText(site: MailSite, { heading, before, code, after, link, lists = [], unsubscribe }: EmailContent): string {
  const parts = [
    heading,
    ...before,
    ...(code === null ? [] : [`    ${code}`]),
    ...lists.map(({ title, items }) =>
      [`■ ${title}`, ...items.map(({ label, url }) => `- ${label}\n  ${url}`)].join('\n'),
    ),
    ...after,
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ...(unsubscribe === undefined ? [] : [`${UNSUBSCRIBE}: ${unsubscribe}`]),
    `${site.name} · ${site.origin}\n${NO_REPLY}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const font = "-apple-system,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif"

function asHtml(site: MailSite, content: EmailContent): string {
  const { subject, heading, before, code, after, link, lists = [], unsubscribe } = content
  const paragraph = (text: string) =>
    `<p style="margin:0 0 14px;font-size:16px;line-height:1.65;word-break:keep-all">${escapeHtml(text)}</p>`
  const list = ({ title, items }: (typeof lists)[number]) =>
    `<h2 style="margin:26px 0 6px;font-size:17px;line-height:1.4">${escapeHtml(title)}</h2>\n${items.map(item).join('\n')}`
  const codeBox =
    code === null
      ? ''
      : `<p style="margin:8px 0 22px;padding:18px 12px;border:2px solid #e2571e;border-radius:12px;text-align:center;font:700 22px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:1px;word-break:break-all">${escapeHtml(code)}</p>`
  const button = link
    ? `<p style="margin:22px 0 8px"><a href="${escapeHtml(link.url)}" style="display:block;padding:14px 16px;border-radius:12px;background:#b8430f;color:#ffffff;font-size:16px;font-weight:700;text-align:center;text-decoration:none">${escapeHtml(link.label)}</a></p>`
    : ''
  const ending =
    unsubscribe === undefined ? '' : `<a href="${escapeHtml(unsubscribe)}" style="color:inherit">${UNSUBSCRIBE}</a><br>`
  return `<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;font-family:${font}">
<div style="max-width:480px;margin:0 auto;padding:28px 20px">
<p style="margin:0 0 20px"><span style="display:inline-block;padding:4px 10px;border-radius:8px;background:#b8430f;color:#ffffff;font-size:14px;font-weight:700">${escapeHtml(site.name)}</span></p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.4;word-break:keep-all">${escapeHtml(heading)}</h1>
${before.map(paragraph).join('\n')}
${codeBox}
${lists.map(list).join('\n')}
${after.map(paragraph).join('\n')}
${button}
<hr style="margin:26px 0 14px;border:0;border-top:1px solid #8884">
<p style="margin:0;font-size:13px;line-height:1.6;opacity:0.72">${escapeHtml(site.name)} · <a href="${escapeHtml(site.origin)}" style="color:inherit">${escapeHtml(site.origin.replace(/^https?:\/\//, ''))}</a><br>${ending}${NO_REPLY}</p>
</div>
</body></html>
`
}

function item({ label, url }: Link): string {
  const style = 'display:block;padding:8px 0;font-size:16px;line-height:1.5;color:inherit;word-break:keep-all'
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`
}
