import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatDateTime } from '#rules/dates.ts'
import { type WebhookEvent, webhookEvents } from '#rules/webhooks.ts'
import { fieldErrorOf, sentenceOf } from '../../failures.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql } from '../../graphql.ts'
import { FieldError, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { adminQueryKey } from '../../moderation/admin.ts'

const getWebhooks = graphql(/* GraphQL */ `
  query getWebhooks { getWebhooks { id url events since outcome tried waiting } }
`)

const addWebhook = graphql(/* GraphQL */ `
  mutation addWebhook($url: String!, $events: [WebhookEvent!]!) { addWebhook(url: $url, events: $events) { secret } }
`)

/** Removes a webhook with its waiting deliveries. @throws the server's error */
const removeWebhook = graphql(/* GraphQL */ `
  mutation removeWebhook($id: ID!) { removeWebhook(id: $id) { count } }
`)

type Webhook = ResultOf<typeof getWebhooks>[number]

function webhooksQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminQueryKey, 'webhooks'],
    queryFn: ({ signal }) => getWebhooks(execute, {}, { signal }),
    retry: false,
  })
}

const allEvents = Object.keys(webhookEvents) as WebhookEvent[]

/** Webhooks: URLs of other programs, to which the site posts events. */
export function WebhooksTab() {
  const { data: webhooks, error } = useQuery(webhooksQuery(useGraphql()))
  if (error) return <p className="hint">{sentenceOf(error)}</p>
  if (!webhooks) return null
  return (
    <>
      <NewWebhookForm />
      {webhooks.length === 0 && <p className="hint">아직 추가한 자동 알림이 없어요.</p>}
      <ul className="admin-list" aria-label="자동 알림">
        {webhooks.map((webhook) => (
          <li key={webhook.id} className="admin-entry">
            <WebhookEntry webhook={webhook} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NewWebhookForm() {
  const execute = useGraphql()
  const client = useQueryClient()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['report'])
  const add = useMutation({
    mutationFn: () => addWebhook(execute, { url, events: [...events] }),
    onSuccess: () => setUrl(''),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueryKey }),
  })
  const { error } = add
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  const eventsFault = fieldErrorOf(error, 'events')
  const urlFault = fieldErrorOf(error, 'url')
  return (
    <section className="admin-entry" aria-label="자동 알림 추가">
      <h2>자동 알림 추가</h2>
      <form className="admin-search" noValidate onSubmit={send}>
        <TextField
          label="주소"
          placeholder="https://"
          hint="다른 서비스에 서명한 JSON을 보내요. 받지 못하면 17시간 동안 다시 보내요."
          inputMode="url"
          autoComplete="off"
          value={url}
          error={urlFault}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <fieldset className="field">
          <legend className="field-label">알림 종류</legend>
          {allEvents.map((event) => (
            <label key={event} className="check">
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ currentTarget: { checked } }) =>
                  setEvents(checked ? [...events, event] : events.filter((one) => one !== event))
                }
              />
              <span>{webhookEvents[event]}</span>
            </label>
          ))}
          {eventsFault && <FieldError live>{eventsFault}</FieldError>}
        </fieldset>
        {error && !eventsFault && !urlFault && <FieldError live>{sentenceOf(error)}</FieldError>}
        <button type="submit" className="btn btn-primary" aria-disabled={add.isPending || undefined}>
          {add.isPending ? '추가하는 중…' : '추가'}
        </button>
      </form>
      {add.data && (
        <div className="admin-why" role="status">
          <p>서명 확인용 비밀 키예요. 지금만 볼 수 있어요.</p>
          <p>
            <b>{add.data.secret}</b>
          </p>
        </div>
      )}
    </section>
  )
}

/** Text for the outcome of the last delivery, with the HTTP status or error code for the other program's operator. */
function outcomeText(outcome: string): string {
  if (outcome === 'not allowed') return '허용하지 않는 주소'
  if (!/^\d+$/.test(outcome)) return `연결 실패 (${outcome})`
  return outcome.startsWith('2') ? '성공' : `실패 (${outcome})`
}

function WebhookEntry({ webhook: { id, url, events, since, outcome, tried, waiting } }: { webhook: Webhook }) {
  const execute = useGraphql()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeWebhook(execute, { id }),
    onSuccess: () => toast('자동 알림을 삭제했어요.'),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueryKey }),
  })
  return (
    <>
      <div className="admin-what">
        <p className="admin-meta">
          {events.map((event) => (
            <span key={event} className="admin-tag">
              {webhookEvents[event]}
            </span>
          ))}
        </p>
        <h2>{url}</h2>
        <p className="admin-meta">
          <span>{formatDateTime(since)}에 추가했어요</span>
          {tried !== null && outcome !== null && (
            <span>
              마지막 전송 {formatDateTime(tried)} ·&nbsp;{outcomeText(outcome)}
            </span>
          )}
          {waiting > 0 && <span>전송 대기 {waiting}개</span>}
        </p>
      </div>
      <div className="admin-actions">
        <button
          type="button"
          className="btn btn-outline btn-small"
          aria-disabled={remove.isPending || undefined}
          onClick={() => remove.isPending || remove.mutate()}
        >
          삭제<span className="sr-only">: {url}</span>
        </button>
      </div>
    </>
  )
}
