import { useNavigate, useRouter } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { ApiError } from '../graphql.ts'
import { toast } from '../kit/toast.ts'
import { endViewer } from '../reader/change-viewer.ts'
import { useReaderContext } from '../reader/viewer.ts'

/** Redirects to the login, which leads back here, if `error` was an expired session; returns whether it was. */
export function useSignInAgain(): (error: unknown) => boolean {
  const context = useReaderContext()
  const navigate = useNavigate()
  const router = useRouter()
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') return false
    endViewer(context)
    toast(error.message, { isForNextPage: true })
    void navigate({ to: paths.login, search: { next: router.latestLocation.href } })
    return true
  }
}
