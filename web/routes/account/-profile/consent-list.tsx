import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consentLabels, isConsentName } from '#rules/consents.ts'
import { formatDateTime } from '#rules/dates.ts'
import { isLegalName } from '#rules/legal.ts'
import { paths } from '#rules/paths.ts'
import { type Consent, consentsQuery, setLocationConsent } from '../../../accounts/account.ts'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { FieldError } from '../../../kit/field.tsx'
import { toast } from '../../../kit/toast.tsx'

type Listed = Pick<Consent, 'name'> & Partial<Consent>

export function ConsentList() {
  const graphql = useGraphql()
  // The page's loader has just loaded the consents.
  const { data = [] } = useQuery({ ...consentsQuery(graphql), refetchOnMount: false })
  if (data.length === 0) return null
  const listed: Listed[] = data.some(({ name }) => name === 'location') ? data : [...data, { name: 'location' }]
  return (
    <section className="account-section">
      <h2>동의한 내용</h2>
      <ul className="account-consents">
        {listed.map((consent) => (
          <li key={consent.name}>
            <b>{isConsentName(consent.name) ? consentLabels[consent.name] : consent.name}</b>
            <Facts consent={consent} />
            {consent.name === 'location' && (
              <LocationChoice isGiven={consent.agreedAt !== undefined && !consent.withdrawnAt} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ consent: { name, version, agreedAt, withdrawnAt } }: { consent: Listed }) {
  return (
    <span className="hint num">
      {agreedAt ? <time dateTime={agreedAt}>{formatDateTime(agreedAt)}</time> : '동의하지 않았어요.'}
      {version && ` ·\u00a0문서 번호 ${version}`}
      {withdrawnAt && (
        <>
          {' ·\u00a0'}
          <time dateTime={withdrawnAt}>{formatDateTime(withdrawnAt)}</time> 철회
        </>
      )}{' '}
      {isLegalName(name) && (
        <Link to={paths.legal} params={{ name }} className="link">
          현재 내용 보기
        </Link>
      )}
    </span>
  )
}

function LocationChoice({ isGiven }: { isGiven: boolean }) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  const signInAgain = useSignInAgain()
  const change = useMutation({
    mutationFn: (gives: boolean) => setLocationConsent(graphql, gives),
    onSuccess: (consents, gives) => {
      queryClient.setQueryData(consentsQuery(graphql).queryKey, consents)
      toast(gives ? '위치정보 이용에 동의했어요.' : '위치정보 이용 동의를 철회했어요.')
    },
    onError: (error) => {
      if (signInAgain(error)) change.reset()
    },
  })
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-small"
        aria-disabled={change.isPending || undefined}
        onClick={() => change.isPending || change.mutate(!isGiven)}
      >
        {isGiven ? '위치정보 동의 철회' : '위치정보 이용에 동의'}
      </button>
      {change.error && <FieldError live>{sentenceOf(change.error)}</FieldError>}
    </>
  )
}
