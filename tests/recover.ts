import type { Api } from './api.ts'
import type { TestUser } from './factories.ts'
import type { Site } from './site.ts'

/** Input of a recovery, with the member's security answer. */
export const recoveryInput = ({ email, questionIndex, questionAnswer }: TestUser) => ({
  email,
  questionIndex,
  questionAnswer,
})

/** The temporary password in the last mail to that address. */
export async function mailedPassword(site: Site, to: string): Promise<string> {
  const mail = (await site.mails()).findLast((message) => message.to === to)
  return /^ {4}(\S{15})$/m.exec(mail?.text ?? '')?.[1] ?? 'no temporary password'
}

/** A browser that requested a temporary password, and that password. */
export async function requestTemporaryPassword(
  site: Site,
  user: TestUser,
): Promise<{ browser: Api; temporary: string }> {
  const browser = site.api.fresh()
  await browser.forgotPw(recoveryInput(user))
  await browser.sendRecoveryMail()
  return { browser, temporary: await mailedPassword(site, user.email) }
}
