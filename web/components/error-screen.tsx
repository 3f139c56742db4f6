import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { failures } from '#rules/errors.ts'
import { BrokenBowl } from './art.tsx'
import { Blank } from './blank.tsx'
import { HomeButton } from './home-button.tsx'

/** The specification's sentence, as a title and a line below it. */
export const [failureTitle, failureText] = failures.page.split(/(?<=!) /) as [string, string]

/** What a page shows whose data could not be had, or that broke. */
export function ErrorScreen() {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    void router.invalidate()
  }
  return (
    <Blank art={<BrokenBowl />} title={failureTitle} text={failureText}>
      <button type="button" className="btn btn-primary" onClick={retry}>
        <RotateCw className="icon" />
        다시 시도
      </button>
      <HomeButton tone="outline" />
    </Blank>
  )
}
