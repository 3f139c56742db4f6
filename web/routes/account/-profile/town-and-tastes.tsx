import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DishChoice } from '#rules/tastes.ts'
import { profileQuery } from '../../../accounts/account.ts'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { setTastes, switchTasteMatching, TastePicker } from '../../../accounts/taste-picker.tsx'
import { type Author, authorQuery } from '../../../authors/people.ts'
import { sentenceOf } from '../../../failures.ts'
import { FieldError } from '../../../kit/field.tsx'
import { MapPin } from '../../../kit/icons.gen.ts'
import { onDemand } from '../../../kit/on-demand.tsx'
import { useRouterContext } from '../../../router-context.ts'
import { forgetTown, useTown } from '../../../storage/remembered.ts'
import type { Ref } from '../../../store/store.ts'
import { useAuthor } from '../../../store/use-store.ts'

const TownSheet = onDemand(async () => (await import('../../../places/town-sheet.tsx')).TownSheet)

/** Section of the profile: the town, which only this browser keeps, and the dishes that the member likes. */
export function TownAndTastes({ handle }: { handle: string }) {
  const town = useTown()
  const [isChoosing, setChoosing] = useState(false)
  // The page's loader has loaded the author.
  const query = { ...authorQuery(useRouterContext().graphql, handle), refetchOnMount: false, throwOnError: false }
  const { data: author } = useQuery(query)
  return (
    <section className="account-section">
      <h2>내 동네와 입맛</h2>
      <p>동네는 이 기기에만 남아요. 좋아하는 음식은 이웃에게 보여요.</p>
      <div className="account-town">
        <button
          type="button"
          className="btn btn-outline btn-small"
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          <MapPin className="icon" />
          {town ? town.name : '동네 고르기'}
          {town && <span className="sr-only"> 말고 다른 동네 고르기</span>}
        </button>
        {town && (
          <button type="button" className="link" onClick={forgetTown}>
            동네 지우기
          </button>
        )}
      </div>
      <TownSheet open={isChoosing} onClose={() => setChoosing(false)} onChosen={() => {}} />
      {author && <Tastes author={author} />}
      <MatchSwitch handle={handle} />
    </section>
  )
}

/** The dishes that the member likes, saved with each press. */
function Tastes({ author }: { author: Ref<Author> }) {
  const { graphql, store } = useRouterContext()
  const signInAgain = useSignInAgain()
  const { handle, tastes } = useAuthor(author)
  const [failure, setFailure] = useState('')
  const show = (dishes: readonly string[]) => store.change('author', author, () => ({ tastes: [...dishes] }))
  const choose = async (dishes: DishChoice[]) => {
    setFailure('')
    // Until `release`, the store ignores responses about the author, which may contain the previous dishes.
    const release = store.hold(`author ${handle}`)
    show(dishes)
    try {
      await setTastes(graphql, { dishes })
    } catch (error) {
      show(tastes)
      if (!signInAgain(error)) setFailure(sentenceOf(error))
    } finally {
      release()
    }
  }
  return (
    <>
      <TastePicker chosen={tastes} onChange={(dishes) => void choose(dishes)} />
      {failure && <FieldError live>{failure}</FieldError>}
    </>
  )
}

/** Check box for whether the member's taste is compared with that of others. */
function MatchSwitch({ handle }: { handle: string }) {
  const { graphql } = useRouterContext()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const query = profileQuery(graphql, handle)
  const { data: profile } = useQuery({ ...query, refetchOnMount: false, throwOnError: false })
  const [failure, setFailure] = useState('')
  const show = (matchesTastes: boolean) =>
    client.setQueryData(query.queryKey, (before) => before && { ...before, matchesTastes })
  const change = async (on: boolean) => {
    setFailure('')
    show(on)
    try {
      await switchTasteMatching(graphql, { on })
      client.removeQueries({ queryKey: ['people'] })
    } catch (error) {
      show(!on)
      if (!signInAgain(error)) setFailure(sentenceOf(error))
    }
  }
  if (!profile) return null
  return (
    <div className="account-switches">
      <label>
        <span>
          입맛이 비슷한 이웃 찾기
          <small>다녀온 곳과 담은 곳을 하루에 한 번 비교해요. 어떤 곳인지는 아무에게도 알려 주지 않아요.</small>
        </span>
        <input
          type="checkbox"
          checked={profile.matchesTastes}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      </label>
      {failure && <FieldError live>{failure}</FieldError>}
    </div>
  )
}
