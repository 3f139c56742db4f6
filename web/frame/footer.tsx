import { usePageInfo } from '../page-info.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export function Footer() {
  const { site, now } = usePageInfo()
  return (
    <footer className="foot">
      <div className="wrap">
        <span>
          © {now.slice(0, 4)} {site.name}
        </span>
        <ThemeSwitch icons />
      </div>
    </footer>
  )
}
