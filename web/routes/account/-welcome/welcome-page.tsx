import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useHydrated, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '#rules/paths.ts'
import type { DishChoice } from '#rules/tastes.ts'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { lazyIfPasskeys } from '../../../accounts/passkeys/passkey-use.tsx'
import { setTastes, TastePicker } from '../../../accounts/taste-picker.tsx'
import { FollowButton } from '../../../authors/follow-button.tsx'
import { activeAuthorsQuery } from '../../../authors/people.ts'
import { PersonRow } from '../../../authors/person-row.tsx'
import { sentenceOf } from '../../../failures.ts'
import { findPositionOrToast } from '../../../kit/current-position.ts'
import { LocateFixed } from '../../../kit/icons.gen.ts'
import { toast } from '../../../kit/toast.tsx'
import { chooseTownAt, TownField } from '../../../places/town-sheet.tsx'
import { useRouterContext } from '../../../router-context.ts'
import { useTown } from '../../../storage/remembered.ts'
import './welcome.css'

const route = getRouteApi('/account/welcome')

const PasskeyOffer = lazyIfPasskeys(
  async () => (await import('../../../accounts/passkeys/passkey-offer.tsx')).PasskeyOffer,
)

/** Two steps for a new member: choose town and dishes, then people nearby to follow. Both can be skipped. */
export function WelcomePage() {
  const { step } = route.useSearch()
  const hydrated = useHydrated()
  const town = useTown()
  if (step !== 2) return <TownAndTastes key={String(hydrated)} />
  if (!hydrated) return null
  return town ? <Neighbours town={town} /> : <Navigate to={paths.welcome} replace />
}

type StepProps = { step: 1 | 2; title: ReactNode; lead: ReactNode; children: ReactNode; buttons: ReactNode }

function Step({ step, title, lead, children, buttons }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Focuses the heading, because the router does so only for another page and not for another step.
  useEffect(() => {
    if (step === 2) heading.current?.focus()
  }, [step])
  return (
    <div className="wrap welcome">
      <p className="welcome-step">{`${step} / 2`}</p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="welcome-lead">{lead}</p>
      {children}
      <div className="welcome-buttons">{buttons}</div>
    </div>
  )
}

function TownAndTastes() {
  const context = useRouterContext()
  const { graphql, queryClient } = context
  const navigate = useNavigate()
  const signInAgain = useSignInAgain()
  const town = useTown()
  const [dishes, setDishes] = useState<DishChoice[]>([])
  const [isBusy, setBusy] = useState(false)
  /** Counts choices of the device's position: each remounts the field, which then starts with the name found. */
  const [found, setFound] = useState(0)
  const choosePosition = async () => {
    const position = await findPositionOrToast()
    if (!position) return
    await chooseTownAt(graphql, position)
    setFound(found + 1)
  }
  const goOn = async () => {
    // Without people nearby the second step is skipped.
    const query = town && activeAuthorsQuery(graphql, town.near, true)
    const people = query ? await queryClient.fetchQuery(query).catch(() => []) : []
    await navigate(people.length > 0 ? { to: paths.welcome, search: { step: 2 } } : { to: paths.home })
  }
  const save = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      if (dishes.length > 0) await setTastes(graphql, { dishes })
      await goOn()
    } catch (error) {
      if (!signInAgain(error)) toast(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <Step
      step={1}
      title="어디에서 무엇을 즐겨 드세요?"
      lead="가까운 맛집부터 보여 드릴게요. 프로필에서 언제든 바꿀 수 있어요."
      buttons={
        <>
          <button
            type="button"
            className="btn btn-primary btn-wide btn-submit"
            aria-disabled={isBusy || undefined}
            onClick={() => void save()}
          >
            {isBusy ? '저장하는 중…' : '다음'}
          </button>
          <button type="button" className="link" onClick={() => void goOn()}>
            건너뛰기
          </button>
        </>
      }
    >
      <div className="field">
        <label className="field-label" htmlFor="welcome-town">
          내 동네
        </label>
        <div className="welcome-town">
          <div>
            <TownField key={found} id="welcome-town" start={town?.name ?? ''} onChosen={() => {}} />
          </div>
          <button type="button" className="btn btn-quiet" onClick={() => void choosePosition()}>
            <LocateFixed className="icon" />
            현재 위치로
          </button>
        </div>
        <p className="hint">동네는 이 기기에만 남고 다른 이웃에게는 보이지 않아요.</p>
      </div>
      <TastePicker chosen={dishes} onChange={setDishes} />
      <PasskeyOffer />
    </Step>
  )
}

function Neighbours({ town }: { town: NonNullable<ReturnType<typeof useTown>> }) {
  const { graphql } = useRouterContext()
  const { data: people = [], isPending } = useQuery({
    ...activeAuthorsQuery(graphql, town.near, true),
    // The list must not change while the person follows people in it, nor when Back returns to it.
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
  if (!isPending && people.length === 0) return <Navigate to={paths.home} replace />
  return (
    <Step
      step={2}
      title={`${town.name} 이웃이에요`}
      lead="팔로우하면 새 글을 놓치지 않아요."
      buttons={
        <>
          <Link to={paths.home} className="btn btn-primary btn-wide btn-submit">
            맛나눔 둘러보기
          </Link>
          <Link to={paths.home} className="link">
            나중에 고르기
          </Link>
        </>
      }
    >
      <ul className="people" aria-label={`${town.name} 이웃`} aria-busy={isPending}>
        {people.map((person) => (
          <PersonRow key={person.handle} person={person}>
            <FollowButton {...person} className="btn btn-outline btn-small" />
          </PersonRow>
        ))}
      </ul>
    </Step>
  )
}
