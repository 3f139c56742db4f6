import { useState } from 'react'
import { usePageInfo } from '../page-info.ts'
import { Share2 } from './icons.gen.ts'
import { onDemand } from './on-demand.tsx'
import { toast } from './toast.tsx'

const ShareSheet = onDemand(async () => (await import('./share-sheet.tsx')).ShareSheet)

type ShareButtonProps = {
  title: string
  className?: string
  label?: string
  /**
   * Called on a press instead of sharing at once, with the function that shares: a private page must be opened to others
   * first.
   */
  onAsk?: ((share: () => void) => void) | undefined
}

export function ShareButton({ title, className = 'btn btn-quiet', label = '공유하기', onAsk }: ShareButtonProps) {
  const { kakao } = usePageInfo().site
  const [isOpen, setOpen] = useState(false)
  const copyLink = () => void copyText(location.href, '링크를 복사했어요.')
  const shareByDevice = () =>
    void navigator.share({ title, url: location.href }).catch((error: unknown) => {
      // An AbortError means that the person closed the device's sheet; otherwise it was not shown, as long after a press.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copyLink()
    })
  const share = () => {
    if (kakao) setOpen(true)
    else if (typeof navigator.share === 'function') shareByDevice()
    else copyLink()
  }
  return (
    <>
      <button type="button" className={className} onClick={onAsk ? () => onAsk(share) : share}>
        <Share2 className="icon" />
        {label}
      </button>
      {kakao && (
        <ShareSheet
          open={isOpen}
          onClose={() => setOpen(false)}
          title={title}
          kakao={kakao}
          shareByDevice={shareByDevice}
          copyLink={copyLink}
        />
      )}
    </>
  )
}

/** Copies a text and says `done`, or shows the text where the browser does not allow it. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
  } catch {
    toast(`복사하지 못했어요. 직접 선택해 주세요: ${text}`)
  }
}
