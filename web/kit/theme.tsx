import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'
import { storeText } from '../storage/browser-storage.ts'
import { PageIcon, type PageIconName } from './page-icons.tsx'

export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const KEY = 'theme'

export function readTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system'
}

const listeners = createListeners()

export const subscribeTheme = listeners.subscribe

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  storeText('localStorage', KEY, theme)
  listeners.notify()
}

const choices: readonly { theme: Theme; label: string; icon: PageIconName }[] = [
  { theme: 'system', label: '시스템', icon: 'monitor' },
  { theme: 'light', label: '밝게', icon: 'sun' },
  { theme: 'dark', label: '어둡게', icon: 'moon' },
]

type ThemeSwitchProps = { icons?: boolean; labelledBy?: string }

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
