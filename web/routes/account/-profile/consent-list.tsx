import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consentLabels, isConsentName } from '#rules/consents.ts'
import { formatDateTime } from '#rules/dates.ts'
import { isLegalName } from '#rules/legal.ts'
import { paths } from '#rules/paths.ts'
import { consentsQuery } from '../../../accounts/legal.ts'
import { useGraphql } from '../../../kit/use-graphql.ts'

/** What the person agreed to at sign-up, with time and version. Nothing for accounts that were not asked. */
export function ConsentList() {
  const graphql = useGraphql()
  // The page's loader has just loaded them.
  const { data = [] } = useQuery({ ...consentsQuery(graphql), refetchOnMount: false })
  if (data.length === 0) return null
  return (
    <section className="account-section">
      <h2>동의한 내용</h2>
      <ul className="account-consents">
        {data.map(({ name, version, agreedAt }) => (
          <li key={name}>
            <b>{isConsentName(name) ? consentLabels[name] : name}</b>
            <span className="hint num">
              <time dateTime={agreedAt}>{formatDateTime(agreedAt)}</time>
              {version && ` · 문서 번호 ${version}`}{' '}
              {isLegalName(name) && (
                <Link to={paths.legal} params={{ name }} className="link">
                  지금 내용 보기
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
