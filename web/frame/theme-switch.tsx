import { useSyncExternalStore } from 'react'
import { PageIcon, type PageIconName } from '../kit/page-icons.tsx'
import { chooseTheme, readTheme, subscribeTheme, type Theme } from '../kit/theme.ts'

const choices: readonly { theme: Theme; label: string; icon: PageIconName }[] = [
  { theme: 'system', label: '시스템', icon: 'monitor' },
  { theme: 'light', label: '밝게', icon: 'sun' },
  { theme: 'dark', label: '어둡게', icon: 'moon' },
]

type ThemeSwitchProps = { icons?: boolean; labelledBy?: string }

/** System, light or dark; stored on this device. */
export function ThemeSwitch({ icons, labelledBy }: ThemeSwitchProps) {
  const chosen = useSyncExternalStore<Theme>(subscribeTheme, readTheme, () => 'system')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its children out by rules of its own
    <div className="seg" role="group" aria-label={labelledBy ? undefined : '화면 모드'} aria-labelledby={labelledBy}>
      {choices.map(({ theme, label, icon }) => (
        <button key={theme} type="button" aria-pressed={chosen === theme} onClick={() => chooseTheme(theme)}>
          {icons && <PageIcon name={icon} className="icon icon-s" />}
          {label}
        </button>
      ))}
    </div>
  )
}
