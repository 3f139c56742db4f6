import Share2 from 'virtual:icon/share-2'
import { useState } from 'react'
import { usePageInfo } from '../page-info.ts'
import { onDemand } from './on-demand.tsx'
import { copyLink, shareByDevice } from './share.ts'

const ShareSheet = onDemand(async () => (await import('./share-sheet.tsx')).ShareSheet)

type ShareButtonProps = { title: string; className?: string }

/** Shares the page: in a sheet with KakaoTalk where the site has a key, else as the device does, else by its copied URL. */
export function ShareButton({ title, className = 'btn btn-quiet' }: ShareButtonProps) {
  const { kakao } = usePageInfo().site
  const [isOpen, setOpen] = useState(false)
  const share = () => {
    if (kakao) setOpen(true)
    else if (typeof navigator.share === 'function') shareByDevice(title)
    else copyLink()
  }
  return (
    <>
      <button type="button" className={className} onClick={share}>
        <Share2 className="icon" />
        공유하기
      </button>
      {kakao && <ShareSheet open={isOpen} onClose={() => setOpen(false)} title={title} kakao={kakao} />}
    </>
  )
}
