import { Link } from '@tanstack/react-router'
import { Check, ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Filter, filterLabels, filters } from '#rules/paging.ts'

/** The order of a list, kept in the address. Plain links in a box that opens without a script. */
export function FilterMenu({ filter }: { filter: Filter }) {
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (!box.current?.open) return
    box.current.open = false
    box.current.querySelector('summary')?.focus()
  }
  useCloseOutside(box)
  return (
    <details ref={box} className="filter" onKeyDown={(event) => event.key === 'Escape' && close()}>
      <summary>
        <span className="sr-only">정렬: </span>
        {filterLabels[filter]}
        <ChevronDown className="icon icon-s" aria-hidden="true" />
      </summary>
      <ul>
        {filters.map((choice) => (
          <li key={choice}>
            <Link
              to="."
              search={(search: Record<string, unknown>) => ({ ...search, filter: choice })}
              aria-current={choice === filter ? 'true' : undefined}
              onClick={close}
            >
              {filterLabels[choice]}
              {choice === filter && <Check className="icon icon-s" aria-hidden="true" />}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

function useCloseOutside(box: React.RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const onPress = (event: Event) => {
      const element = box.current
      if (element?.open && !element.contains(event.target as Node)) element.open = false
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onPress)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onPress)
    }
  }, [box])
}
