import { useLocation } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'

const homePaths: readonly string[] = [paths.home, paths.main, paths.prefetch]

/** Which of the two links in the bars is the current page (P12). */
export function useCurrentScreen(): 'home' | 'addPost' | null {
  return useLocation({
    select: ({ pathname }) => (homePaths.includes(pathname) ? 'home' : pathname === paths.addPost ? 'addPost' : null),
  })
}

/** `aria-current` of a link. */
export function ariaCurrent(is: boolean): 'page' | undefined {
  return is ? 'page' : undefined
}
