import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainedActions, type ModerationActionName, moderationActions } from '#rules/moderation.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { toast } from '../../kit/toast.ts'
import { adminKey, type Decide as Decision, moderation, type ReportedItem } from '../../moderation/admin.ts'

const DecideDialog = onDemand(async () => (await import('./decide-dialog.tsx')).DecideDialog)

/** Decides, says so, offers to take it back, and loads anew what moderators see. */
export function useDecide() {
  const execute = useGraphql()
  const client = useQueryClient()
  const decide = async (given: Decision): Promise<void> => {
    const changed = await moderation.decide(execute, given)
    const back = opposite[given.action]
    const undo = () =>
      void decide({ ...given, action: back ?? given.action }).catch((error) => toast(sentenceOf(error)))
    toast(changed ? `${moderationActions[given.action]} · 기록했어요.` : '다른 운영자가 먼저 처리했어요.', {
      ...(changed && back && { undo }),
    })
    await client.invalidateQueries({ queryKey: adminKey })
  }
  return decide
}

const opposite: Partial<Record<ModerationActionName, ModerationActionName>> = {
  dismiss: 'reopen',
  hide: 'restore',
  suspend: 'lift',
}

/** What can be done about an entry. */
function actionsOf({ kind, hidden, gone, answer, reporters, held }: ReportedItem): ModerationActionName[] {
  const waits: ModerationActionName[] = answer !== null ? ['read'] : []
  if (gone) return waits
  const isReported = reporters > 0 || held
  const dismiss: ModerationActionName[] = isReported && !hidden ? ['dismiss'] : []
  if (kind === 'author') return [...waits, ...dismiss, 'suspend', 'note']
  return [
    ...waits,
    ...dismiss,
    ...(hidden ? (['restore'] as const) : []),
    ...(hidden && !held ? [] : (['hide'] as const)),
    'remove',
    'note',
  ]
}

export function Decide({ item }: { item: ReportedItem }) {
  return <DecideButtons target={item} actions={actionsOf(item)} />
}

type DecideButtonsProps = {
  target: Pick<Decision, 'kind' | 'id'> & { title: string }
  actions: readonly ModerationActionName[]
}

/** Those that need a reason, or cannot be taken back, ask first. */
export function DecideButtons({ target: { kind, id, title }, actions }: DecideButtonsProps) {
  const decide = useDecide()
  const [asking, setAsking] = useState<ModerationActionName | null>(null)
  const [busy, setBusy] = useState(false)
  const press = async (action: ModerationActionName) => {
    if (busy) return
    if (explainedActions.includes(action) || action === 'note') return setAsking(action)
    setBusy(true)
    await decide({ kind, id, action }).catch((error) => toast(sentenceOf(error)))
    setBusy(false)
  }
  return (
    <div className="admin-actions">
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className={action === 'remove' ? 'btn btn-danger btn-small' : 'btn btn-outline btn-small'}
          aria-disabled={busy || undefined}
          onClick={() => void press(action)}
        >
          {moderationActions[action]}
          <span className="sr-only">: {title}</span>
        </button>
      ))}
      <DecideDialog
        key={asking ?? ''}
        open={asking !== null}
        onClose={() => setAsking(null)}
        action={asking ?? 'note'}
        title={title}
        decide={(given) => decide({ kind, id, ...given })}
      />
    </div>
  )
}
