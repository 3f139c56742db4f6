import { sitePaths } from '#rules/paths.ts'
import { loginProviders } from '#rules/provider-login.ts'
import { isLoopback } from '../config/address-config.ts'
import type { Config } from '../config.ts'
import { type Finding, okFinding, warningFinding } from './finding.ts'

/**
 * Reports the providers that have keys: the URL that each sends browsers back to, and what is missing. No key is shown.
 */
export function checkLoginProviders({ logins, publicOrigin }: Pick<Config, 'logins' | 'publicOrigin'>): Finding[] {
  return loginProviders.flatMap((provider) => {
    const keys = logins[provider]
    if (!keys) return []
    const name = `${provider.toUpperCase()}_LOGIN`
    const back = publicOrigin + sitePaths.loginReturn.replace(':provider', provider)
    const findings = [
      okFinding(`Members can sign in at ${provider}, where ${back} has to be registered to send them back to.`),
    ]
    if (isLoopback(new URL(publicOrigin).hostname))
      findings.push(
        warningFinding(`${back} is on this machine, so nobody else can sign in at ${provider}: set PUBLIC_ORIGIN.`),
      )
    if (keys.url !== null)
      findings.push(
        warningFinding(`${name}_URL sends logins to ${new URL(keys.url).host} in place of ${provider}, for a trial.`),
      )
    if (provider === 'kakao' && keys.adminKey === null)
      findings.push(
        warningFinding(`${name}_ADMIN_KEY is missing: ${provider} is not told when a member ends the link or leaves.`),
      )
    return findings
  })
}
