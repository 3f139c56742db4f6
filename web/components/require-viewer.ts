import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { currentViewer } from '../queries/viewer.ts'
import type { RouterContext } from '../router-context.ts'

/**
 * `beforeLoad` of a page that needs login: sends others there, and login sends them back (decision D15).
 */
export function requireViewer({ context, location }: { context: RouterContext; location: ParsedLocation }): void {
  if (!currentViewer(context)) throw redirect({ to: paths.login, search: { next: location.href } })
}
