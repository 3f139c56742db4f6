import Monitor from 'virtual:icon/monitor'
import Moon from 'virtual:icon/moon'
import Sun from 'virtual:icon/sun'
import { useSyncExternalStore } from 'react'
import { chooseTheme, readTheme, subscribeTheme, type Theme } from '../kit/theme.ts'

const choices: readonly { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'system', label: '시스템', icon: Monitor },
  { theme: 'light', label: '밝게', icon: Sun },
  { theme: 'dark', label: '어둡게', icon: Moon },
]

type ThemeSwitchProps = { icons?: boolean; labelledBy?: string }

/** System, light or dark; stored on this device. */
export function ThemeSwitch({ icons, labelledBy }: ThemeSwitchProps) {
  const chosen = useSyncExternalStore<Theme>(subscribeTheme, readTheme, () => 'system')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its children out by rules of its own
    <div className="seg" role="group" aria-label={labelledBy ? undefined : '화면 모드'} aria-labelledby={labelledBy}>
      {choices.map(({ theme, label, icon: Icon }) => (
        <button key={theme} type="button" aria-pressed={chosen === theme} onClick={() => chooseTheme(theme)}>
          {icons && <Icon className="icon icon-s" />}
          {label}
        </button>
      ))}
    </div>
  )
}
