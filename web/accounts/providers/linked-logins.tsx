import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { type LoginProvider, loginProviderNames, loginReturnFailure } from '#rules/provider-login.ts'
import { isConnectionFailure } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { Ago } from '../../kit/ago.tsx'
import { FieldError } from '../../kit/field.tsx'
import { ShieldCheck, Trash2 } from '../../kit/icons.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { usePageInfo } from '../../page-info.ts'
import { ConfirmIdentityDialog } from '../passkeys/confirm-identity-dialog.tsx'
import { passkeysQuery } from '../passkeys/passkeys-query.ts'
import { leaveForProvider } from './provider-buttons.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { beginProviderLink, type LinkedLogin, linkedLoginsQuery, unlinkLogin } from './provider-queries.ts'
import { useProviderReturn } from './provider-return.ts'

type Question = { provider: LoginProvider; isLinked: boolean }

/** Section of the profile: login providers, such as Kakao, that the member has linked or may link. */
export function LinkedLogins() {
  const graphql = useGraphql()
  const { logins = [] } = usePageInfo().site
  const section = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const returned = useProviderReturn()
  const links = useQuery({ ...linkedLoginsQuery(graphql), throwOnError: false })
  const [asked, setAsked] = useState<Question | null>(null)
  useEffect(() => {
    if (!returned) return
    section.current?.scrollIntoView({ block: 'center' })
    if (returned.result === 'linked') toast(`${loginProviderNames[returned.provider]} 로그인을 연결했어요.`)
  }, [returned])
  const failure = returned && loginReturnFailure(returned.provider, returned.result)
  return (
    <section ref={section} className="account-section">
      <h2 ref={title} tabIndex={-1}>
        연결된 로그인
      </h2>
      <p>연결하면 그 회사의 계정으로도 로그인할 수 있어요. 비밀번호도 그대로 쓸 수 있어요.</p>
      {failure && <FieldError live>{failure}</FieldError>}
      {isConnectionFailure(links.error) && <FieldError>{failures.offline}</FieldError>}
      {links.isError && (
        <button type="button" className="btn btn-outline btn-small" onClick={() => void links.refetch()}>
          <PageIcon name="rotate-cw" />
          연결된 로그인 다시 불러오기
        </button>
      )}
      {links.isSuccess && (
        <ul className="sessions" aria-label="연결된 로그인">
          {logins.map((provider) => (
            <Row
              key={provider}
              provider={provider}
              link={links.data.find((one) => one.provider === provider)}
              onAsk={setAsked}
            />
          ))}
        </ul>
      )}
      <ConfirmDialogs asked={asked} onClose={() => setAsked(null)} onUnlinked={() => title.current?.focus()} />
    </section>
  )
}

type RowProps = { provider: LoginProvider; link: LinkedLogin | undefined; onAsk: (question: Question) => void }

function Row({ provider, link, onAsk }: RowProps) {
  const name = loginProviderNames[provider]
  return (
    <li>
      <ProviderMark provider={provider} />
      <div>
        <b>{name}</b>
        <span className="session-facts num">
          {link?.lastUsedAt ? (
            <span>
              <Ago at={link.lastUsedAt} /> 사용
            </span>
          ) : link ? (
            <span>
              <Ago at={link.createdAt} /> 연결
            </span>
          ) : (
            <span>연결하지 않았어요</span>
          )}
        </span>
      </div>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-label={`${name} ${link ? '연결 해제' : '연결하기'}`}
        onClick={() => onAsk({ provider, isLinked: link !== undefined })}
      >
        {link ? '연결 해제' : '연결하기'}
      </button>
    </li>
  )
}

type ConfirmDialogsProps = { asked: Question | null; onClose: () => void; onUnlinked: () => void }

/** Dialogs that ask for the password or a passkey before a login is linked or unlinked. */
function ConfirmDialogs({ asked, onClose, onUnlinked }: ConfirmDialogsProps) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  // `PasskeyList` on the same page loads the passkeys, if the browser supports them.
  const hasPasskey = (useQuery({ ...passkeysQuery(graphql), enabled: false }).data ?? []).length > 0
  // The dialog keeps its text while it closes.
  const last = useRef(asked)
  if (asked) last.current = asked
  const { provider = 'kakao', isLinked = false } = last.current ?? {}
  const name = loginProviderNames[provider]
  return (
    <>
      <ConfirmIdentityDialog
        open={asked !== null && !isLinked}
        onClose={onClose}
        icon={ShieldCheck}
        title={`${name} 로그인 연결`}
        description={`본인인지 확인하면 ${name}(으)로 이동해요.`}
        labels={{ confirm: '계속하기', busy: '이동하는 중…' }}
        hasPasskey={hasPasskey}
        onConfirm={async (given) => leaveForProvider(await beginProviderLink(graphql, { provider, ...given }))}
      />
      <ConfirmIdentityDialog
        open={asked !== null && isLinked}
        onClose={onClose}
        icon={Trash2}
        tone="bad"
        title={`${name} 연결을 해제할까요?`}
        description={`${name} 로그인으로는 더 이상 들어올 수 없어요. 비밀번호로 로그인할 수 있어요.`}
        labels={{ confirm: '연결 해제', busy: '해제하는 중…' }}
        isDangerous
        hasPasskey={hasPasskey}
        onConfirm={async (given) => {
          await unlinkLogin(graphql, { provider, ...given })
          onClose()
          const { queryKey } = linkedLoginsQuery(graphql)
          queryClient.setQueryData(queryKey, (list) => list?.filter((one) => one.provider !== provider))
          onUnlinked()
          toast(`${name} 연결을 해제했어요.`)
        }}
      />
    </>
  )
}
