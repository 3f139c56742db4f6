import { paths } from '#rules/paths.ts'
import { returnedMailNotice } from '#rules/returned-mail.ts'
import { PageBody } from '../../platform/http/compression.ts'
import { insertAfter, TOP_BAR } from '../look/apply-look.ts'

/** HTML of the note. React renders no section there, so hydration leaves this one as it is. */
const NOTE = `<section id="${returnedMailNotice.id}" class="wrap" style="padding-block:12px" aria-label="${returnedMailNotice.label}"><p class="notice" style="align-items:center;justify-content:space-between"><span>${returnedMailNotice.says}</span><a class="link" style="flex:none" href="${paths.profile}#${returnedMailNotice.target}">${returnedMailNotice.link}</a></p></section>`

/** Adds a note for a member whose mails come back. It is plain HTML, so that no page loads a script for it. */
export function withMailNote(body: PageBody): PageBody {
  return new PageBody(insertAfter(body.shared.bytes(null).toString(), TOP_BAR, NOTE))
}
