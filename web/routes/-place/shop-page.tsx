import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { Facts } from '../../kit/facts.tsx'
import { ChevronRight } from '../../kit/icons.gen.ts'
import { useErrorDialog } from '../../kit/on-demand.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { ShareButton } from '../../kit/share-button.tsx'
import { Directions, PlaceMap, PlaceRows } from '../../places/place-card.tsx'
import type { Place } from '../../places/place-query.ts'
import { PostsAround } from '../../places/posts-around.tsx'
import { kindLabel, tellShop } from '../../places/shops.ts'
import { SaveMarkButton, useLoginFirst } from '../../posts/cards/mark-buttons.tsx'
import { CollectButton } from '../../posts/collections/collect-button.tsx'
import { rememberSeenPlace } from '../../storage/seen-places.ts'
import './place-page.css'
import './shop-page.css'

type Shop = Place & { record: NonNullable<Place['record']> }

/** Page of a shop of public data without posts. */
export function ShopPage({ shop }: { shop: Shop }) {
  const { id, name, areas, record } = shop
  useRemembered(shop)
  const [province, ...parts] = areas
  const { showError, errorDialog } = useErrorDialog()
  const where = [province, parts.at(-1)].flatMap((area) => area?.name ?? []).join(' ')
  return (
    <div className="wrap">
      <div className="place-head shop-head">
        <div>
          <h1>{name}</h1>
          <p className="shop-facts">
            <Facts facts={[kindLabel(record), where]} />
          </p>
          <PlaceRows place={shop} areas={shop.address ? [] : areas} />
        </div>
        <PlaceMap place={shop} />
        <div>
          <div className="acts">
            <Directions place={shop} />
            <SaveMarkButton shape="act" place={{ id, title: name }} mark="wanted" onError={showError} />
            <SaveMarkButton shape="act" place={{ id, title: name }} mark="been" onError={showError} />
            <ShareButton title={name} className="act" label="공유" />
            {errorDialog}
          </div>
          <CollectButton target={`place ${id}`} title={name} className="btn btn-quiet place-collect" />
          <p className="shop-first">아직 글이 없어요. 다녀왔다면 첫 글로 알려 주세요.</p>
          <Link to={paths.addPost} search={{ place: id }} className="btn btn-primary btn-wide" preload={false}>
            <PageIcon name="square-pen" />첫 글 쓰기
          </Link>
          <ShopSourceAndReports shop={shop} />
        </div>
      </div>
      <PostsAround place={shop} heading="가까운 곳의 글" area={areas.at(-1)} />
    </div>
  )
}

function useRemembered({ id, name, address, lat, lng, record: { kind, category } }: Shop) {
  useEffect(() => {
    if (lat === null || lng === null) return
    rememberSeenPlace({ place: id, shop: { id, name, kind, category, address, lat, lng } })
  }, [id, name, address, lat, lng, kind, category])
}

const words = { gone: '없어졌어요', moved: '옮겼어요' } as const

/** Source of the shop's data, and buttons to report that the shop is gone or has moved. */
function ShopSourceAndReports({ shop: { id, name, record } }: { shop: Shop }) {
  const graphql = useGraphql()
  const login = useLoginFirst('tell')
  const { showError, errorDialog } = useErrorDialog()
  const [said, setSaid] = useState<{ word: keyof typeof words; count: number } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const tell = async (word: keyof typeof words, told: boolean) => {
    if (login.refusesVisitor() || isBusy) return
    setBusy(true)
    try {
      const { count } = await tellShop(graphql, { id, word, told })
      setSaid(told ? { word, count } : null)
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <section className="shop-words" aria-label="가게 정보의 출처">
      <p>{sourceSentence(record)}</p>
      {record.gone && <p>이웃 두 분이 없어졌거나 옮겼다고 알려 주셔서 지도와 검색에는 보이지 않아요.</p>}
      <div className="shop-words-buttons">
        {Object.entries(words).map(([word, label]) => (
          <button
            key={word}
            type="button"
            className="btn btn-outline"
            aria-label={`‘${name}’ ${label}`}
            aria-pressed={said?.word === word}
            aria-disabled={isBusy || undefined}
            onPointerEnter={login.preload}
            onClick={() => void tell(word as keyof typeof words, said?.word !== word)}
          >
            {label}
          </button>
        ))}
      </div>
      <p role="status">{said && thanks(said.count)}</p>
      {said?.word === 'moved' && (
        <Link to={paths.addPost} search={{ place: id, moved: '1' }} className="link" preload={false}>
          새 위치를 아시면 글로 알려 주세요
          <ChevronRight className="icon icon-s" />
        </Link>
      )}
      {login.dialog}
      {errorDialog}
    </section>
  )
}

function sourceSentence({ source, asOf, estimated }: Shop['record']): string {
  const where = estimated ? ' 위치는 주소로 추정했어요.' : ''
  return asOf
    ? `${source} ${asOf} 기준이에요.${where} 지금과 다르면 알려 주세요.`
    : `출처는 ${source}예요.${where} 지금과 다르면 알려 주세요.`
}

function thanks(count: number): string {
  return count < 2
    ? '알려 주셔서 고마워요. 한 분이 더 알려 주시면 목록에서 빼 드려요.'
    : '알려 주셔서 고마워요. 목록에서 뺐어요.'
}
