import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { Ban, Flag, Link } from '../../kit/icons.gen.ts'
import { MoreMenu } from '../../kit/more-menu.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { copyText } from '../../kit/share-button.tsx'
import { ReportDialog } from '../../moderation/report-button.tsx'

const BlockDialog = onDemand(async () => (await import('../../authors/block-dialog.tsx')).BlockDialog)

type PostMenuProps = { post: { id: string; user_id: string; username: string } }

/** Menu on another member's post: copy the link, block the author, report. The last two lead to the home page. */
export function PostMenu({ post: { id, user_id, username } }: PostMenuProps) {
  const [asking, setAsking] = useState<'block' | 'report' | null>(null)
  const navigate = useNavigate()
  const close = () => setAsking(null)
  return (
    <>
      <MoreMenu
        className="for-others for-members"
        label="이 글 메뉴"
        entries={[
          {
            label: '링크 복사',
            icon: <Link className="icon" />,
            onChoose: () => void copyText(location.href, '링크를 복사했어요.'),
          },
          { label: `${username}님 차단`, icon: <Ban className="icon" />, onChoose: () => setAsking('block') },
          { label: '신고', icon: <Flag className="icon" />, onChoose: () => setAsking('report') },
        ]}
      />
      <BlockDialog open={asking === 'block'} onClose={close} author={{ handle: user_id, username }} />
      <ReportDialog
        open={asking === 'report'}
        onClose={close}
        target={{ kind: 'post', id }}
        onReported={() => void navigate({ to: paths.home, replace: true })}
      />
    </>
  )
}
