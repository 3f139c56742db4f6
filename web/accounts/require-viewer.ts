import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import type { RouterContext } from '../router-context.ts'
import { currentViewer } from './viewer.ts'

/**
 * `beforeLoad` of a page that needs a login: redirects visitors to it, and the login leads back (P15). The person may
 * have signed in in another tab, so the server is asked first.
 */
export function requireViewer({ context, location }: { context: RouterContext; location: ParsedLocation }): void {
  if (currentViewer(context)) return
  if (context.page) throw redirect({ to: paths.login, search: { next: location.href } })
  throw redirect({ href: location.href, reloadDocument: true })
}

/**
 * `beforeLoad` of a page that a temporary password does not open: redirects to the change of password, which leads back
 * here (P7).
 */
export function requireMember(gate: { context: RouterContext; location: ParsedLocation }): void {
  requireViewer(gate)
  if (!currentViewer(gate.context)?.restricted) return
  throw redirect({ to: paths.changePassword, search: { next: gate.location.href } })
}
