import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { closedDays } from '#rules/hours.ts'
import { weekText } from '#rules/week-text.ts'
import { ChevronDown } from '../../kit/icons.gen.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { type CheckedPostForm, changeOptions, completeWeekHours } from './post-values.ts'

const WeekEditor = onDemand(async () => (await import('../../places/hours/week-editor.tsx')).WeekEditor)

/** Fields for hours by weekday, folded under a summary of them, and open if one has an error. */
export function WeekFields({ form }: { form: CheckedPostForm }) {
  const id = useId()
  const { field, fieldState } = useController({ control: form.control, name: 'week_hours' })
  const closed = form.watch('closed_on')
  const [isToggled, setToggled] = useState(false)
  const week = field.value ?? []
  const error = fieldState.error?.message
  const isOpen = error !== undefined || isToggled
  const told = completeWeekHours({ week_hours: week, closed_on: closed })
  return (
    <details
      className="fold"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (error !== undefined) currentTarget.open = true
        else if (currentTarget.open !== isOpen) setToggled(currentTarget.open)
      }}
    >
      <summary ref={field.ref} onPointerEnter={WeekEditor.preload} aria-describedby={error && id}>
        <ChevronDown className="icon" />
        <span>
          요일마다 다른 영업시간
          <small>{told ? weekText(told) : '요일별 시간, 브레이크 타임, 라스트오더'}</small>
        </span>
      </summary>
      <div id={id}>
        <WeekEditor
          open={isOpen}
          onClose={() => setToggled(false)}
          week={week}
          closed={closed}
          error={error}
          onChange={(next, shut) => {
            form.setValue('week_hours', next, changeOptions(form))
            form.setValue(
              'closed_on',
              closedDays.filter((day) => shut.includes(day)),
              changeOptions(form),
            )
          }}
        />
      </div>
    </details>
  )
}
