import { Link, useHydrated, useNavigate } from '@tanstack/react-router'
import { formatNear, nearLabel, type Sort, sortLabels, sorts } from '#rules/paging.ts'
import { sentenceOf } from '../../failures.ts'
import { setRowView, useIsRowView } from '../../kit/card-view.ts'
import { DropDown } from '../../kit/drop-down.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast } from '../../kit/toast.tsx'

type SortMenuProps = {
  sort: Sort
  /** The position for 'nearest first'; null if that order is not chosen, undefined if the list does not offer it. */
  near?: string | null
  /** How the list is ordered when nothing is chosen, if not as `sort` says: the best match or the nearest first. */
  unordered?: { label: string; isChosen: boolean } | undefined
  /** Whether the order by the verdict on places is offered too. */
  hasAgain?: boolean
  /** Whether the list can also be shown as rows. */
  hasRows?: boolean
}

/** URL parameters that are removed when another order or position is chosen. */
const NO_PLACE = { near: undefined, around: undefined, radius: undefined, page: undefined }

/** The sort order of a list, stored in the URL. Its links work without a script. */
export function SortMenu({ sort, near, unordered, hasAgain = false, hasRows = true }: SortMenuProps) {
  const hydrated = useHydrated()
  const rows = useIsRowView()
  const choices = [
    ...(unordered ? [undefined] : []),
    ...sorts.filter((one) => hasAgain || one !== 'again' || one === sort),
  ]
  const chosen = near ? null : unordered?.isChosen ? undefined : sort
  const labelOf = (choice: Sort | undefined) => (choice ? sortLabels[choice] : unordered?.label)
  return (
    <DropDown
      className="sort-menu"
      label={
        <>
          <span className="sr-only">정렬: </span>
          {near ? nearLabel : labelOf(chosen ?? undefined)}
          <PageIcon name="chevron-down" className="icon icon-s" />
        </>
      }
    >
      {(close) => (
        <>
          {choices.map((choice) => (
            <li key={labelOf(choice)}>
              <Link
                to="."
                search={(search: Record<string, unknown>) => ({ ...search, ...NO_PLACE, filter: choice })}
                aria-current={choice === chosen ? 'true' : undefined}
                onClick={close}
              >
                {labelOf(choice)}
                {choice === chosen && <PageIcon name="check" className="icon icon-s" />}
              </Link>
            </li>
          ))}
          {near !== undefined && (
            <li className="sort-near">
              <NearChoice isChosen={near !== null} onChosen={close} />
            </li>
          )}
          {hasRows && hydrated && (
            <li className="sort-view">
              <button
                type="button"
                aria-pressed={rows}
                onClick={() => {
                  setRowView(!rows)
                  close()
                }}
              >
                간단히 보기
                {rows && <PageIcon name="check" className="icon icon-s" />}
              </button>
            </li>
          )}
        </>
      )}
    </DropDown>
  )
}

function NearChoice({ isChosen, onChosen }: { isChosen: boolean; onChosen: () => void }) {
  const navigate = useNavigate()
  const choose = async () => {
    const { findPositionOrToast } = await import('../../kit/current-position.ts')
    const position = await findPositionOrToast()
    onChosen()
    if (!position) return
    const near = formatNear(position)
    await navigate({
      to: '.',
      search: (search) => ({ ...search, ...NO_PLACE, filter: undefined, near }),
    })
  }
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => void choose().catch((error: unknown) => toast(sentenceOf(error)))}
    >
      {nearLabel}
      {isChosen && <PageIcon name="check" className="icon icon-s" />}
    </button>
  )
}
