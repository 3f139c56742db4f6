import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DishChoice } from '#rules/tastes.ts'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { setTastes, TastePicks } from '../../../accounts/taste-picks.tsx'
import { type Author, authorQuery } from '../../../authors/people.ts'
import { sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { FieldError } from '../../../kit/field.tsx'
import { MapPin } from '../../../kit/icons.gen.ts'
import { onDemand } from '../../../kit/on-demand.tsx'
import { forgetTown, useTown } from '../../../storage/remembered.ts'

const TownSheet = onDemand(async () => (await import('../../../places/town-sheet.tsx')).TownSheet)

/** The town, which is this browser's, and the dishes that the member likes, which are saved at each choice. */
export function TownAndTastes({ handle }: { handle: string }) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const town = useTown()
  const [isChoosing, setChoosing] = useState(false)
  const [failure, setFailure] = useState('')
  const query = authorQuery(graphql, handle)
  const { data: author } = useQuery({ ...query, throwOnError: false })
  const show = (tastes: string[]) =>
    client.setQueryData<Author>(query.queryKey, (one) => (one ? { ...one, tastes } : undefined))
  const change = async (dishes: DishChoice[], before: string[]) => {
    setFailure('')
    await client.cancelQueries({ queryKey: query.queryKey, exact: true })
    show(dishes)
    try {
      await setTastes(graphql, { dishes })
    } catch (error) {
      show(before)
      if (!signInAgain(error)) setFailure(sentenceOf(error))
    }
  }
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
      {author && <TastePicks chosen={author.tastes} onChange={(dishes) => void change(dishes, author.tastes)} />}
      {failure && <FieldError live>{failure}</FieldError>}
    </section>
  )
}
