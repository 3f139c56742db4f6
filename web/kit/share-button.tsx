import Share2 from 'virtual:icon/share-2'
import { toast } from './toast.ts'

/** Shares the page through the device's share sheet, or copies its URL. */
export async function shareLink(title: string): Promise<void> {
  const url = window.location.href
  // The person may close the share sheet.
  if (navigator.share) await navigator.share({ title, url }).catch(() => {})
  else await copyText(url, '링크를 복사했어요.')
}

export function ShareButton({ title }: { title: string }) {
  return (
    <button type="button" className="btn btn-quiet" onClick={() => void shareLink(title)}>
      <Share2 className="icon" />
      공유하기
    </button>
  )
}

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
  } catch {
    toast(`복사하지 못했어요. 직접 선택해 주세요: ${text}`)
  }
}
