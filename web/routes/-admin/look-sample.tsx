import type { CSSProperties } from 'react'
import { PageIcon } from '../../kit/page-icons.tsx'
import type { LookPreview } from '../../moderation/look.ts'

type LookSampleProps = {
  values: { name: string; welcome: string; announcement: string; logo: string | null }
  defaultName: string
  colours: LookPreview
}

const themes = { light: '밝은 화면', dark: '어두운 화면' } as const

/** Preview of the site with the form's name, colours, logo and texts, in the light and the dark theme. */
export function LookSample({ values, defaultName, colours }: LookSampleProps) {
  return (
    <div className="look-samples">
      {Object.entries(themes).map(([theme, label]) => (
        <figure key={theme} className="look-sample" style={asStyle(colours[theme as keyof typeof themes])}>
          <figcaption>{label}</figcaption>
          <p className="look-brand">
            {values.logo ? <img src={values.logo} alt="" /> : <PageIcon name="logo" className="logo" />}
            <b>{values.name.trim() || defaultName}</b>
          </p>
          {values.announcement.trim() && <p className="look-note">{values.announcement}</p>}
          {values.welcome.trim() && <p>{values.welcome}</p>}
          <p>
            <span className="look-link">링크</span>
          </p>
          <p>
            <span className="btn btn-primary btn-small">글쓰기</span>
          </p>
        </figure>
      ))}
    </div>
  )
}

function asStyle(colours: readonly { token: string; colour: string }[]): CSSProperties {
  return Object.fromEntries(colours.map(({ token, colour }) => [token, colour]))
}
