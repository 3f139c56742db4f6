import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { type ExecuteGraphql, graphql, useGraphql } from '../../graphql.ts'
import { adminQueryKey } from '../../moderation/admin.ts'

const getFigures = graphql(/* GraphQL */ `
  query getFigures {
    getFigures {
      returnedMails
      days { day visitors signups posts returns { days members returned } }
      missed { keyword people }
    }
  }
`)

const getLimits = graphql(/* GraphQL */ `
  query getLimits { getLimits { name value own } }
`)

function limitsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminQueryKey, 'limits'],
    queryFn: ({ signal }) => getLimits(execute, {}, { signal }),
    retry: false,
  })
}

function figuresQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminQueryKey, 'figures'],
    queryFn: ({ signal }) => getFigures(execute, {}, { signal }),
    retry: false,
  })
}

const number = (count: number) => count.toLocaleString('ko-KR')

/** Statistics of the site's use, which identify no person. */
export function StatisticsTab() {
  const { data, error } = useQuery(figuresQuery(useGraphql()))
  if (error) return <p className="hint">{sentenceOf(error)}</p>
  if (!data) return null
  return (
    <div className="admin-rules">
      <section className="admin-entry" aria-label="날짜별 통계">
        <h2>날짜별 통계</h2>
        <p className="hint">
          방문자는 쿠키 없이 하루 단위로만 집계하고, 집계에 쓴 값은 자정에 모두 삭제해요. 다시 온 이웃은 가입하고 1일,
          7일, 30일이 지난 날에 방문한 사람이에요.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow screen */}
        <section className="admin-scroll" tabIndex={0} aria-label="날짜별 통계 표">
          <table>
            <thead>
              <tr>
                {['날짜', '방문자', '가입', '글', '1일 뒤', '7일 뒤', '30일 뒤'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.days.map(({ day, visitors, signups, posts, returns }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>{number(visitors)}</td>
                  <td>{signups === null ? '–' : number(signups)}</td>
                  <td>{posts === null ? '–' : number(posts)}</td>
                  {returns.map(({ days, members, returned }) => (
                    <td key={days}>{members === 0 ? '–' : `${number(returned)}/${number(members)}`}</td>
                  ))}
                  {returns.length === 0 && <td colSpan={3}>자정이 지나면 집계해요</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {data.returnedMails > 0 && (
          <p className="hint">메일이 돌아와서 더 보내지 않는 이웃이 {number(data.returnedMails)}명 있어요.</p>
        )}
        {data.days.length === 0 && <p className="hint">아직 집계한 날이 없어요.</p>}
      </section>
      <section className="admin-entry" aria-label="찾지 못한 검색어">
        <h2>찾지 못한 검색어</h2>
        <p className="hint">하루에 세 사람 이상이 검색했지만 글이 없던 검색어예요.</p>
        {data.missed.length === 0 && <p className="hint">아직 없어요.</p>}
        <ul className="admin-values">
          {data.missed.map(({ keyword, people }) => (
            <li key={keyword} className="admin-missed">
              <Link to={paths.search} search={{ keyword }} className="link">
                {keyword}
              </Link>{' '}
              {number(people)}명
            </li>
          ))}
        </ul>
      </section>
      <Limits />
    </div>
  )
}

const strictnessNames: Readonly<Record<string, string>> = { relaxed: '느슨하게', normal: '보통', strict: '엄격하게' }

/** Table of rate limits, which the operator's settings can change. */
function Limits() {
  const { data } = useQuery(limitsQuery(useGraphql()))
  if (!data) return null
  return (
    <section className="admin-entry" aria-label="횟수 제한">
      <h2>횟수 제한</h2>
      <p className="hint">서버의 설정에서 LIMITS로 한꺼번에, 또는 아래 이름으로 하나씩 바꿔요.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow screen */}
      <section className="admin-scroll" tabIndex={0} aria-label="횟수 제한 표">
        <table className="admin-limits">
          <tbody>
            {data.map(({ name, value, own }) => (
              <tr key={name}>
                <th scope="row">
                  <BreakableName name={name} />
                </th>
                <td>{value}</td>
                <td>{own ? '따로 정함' : strictnessNames[value]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

/** A name such as 'LIMIT_POST_NETWORK', in which the browser may break the line after each '_'. */
function BreakableName({ name }: { name: string }) {
  return name.match(/[^_]+_?/g)?.map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))
}
