import { toast } from './toast.ts'

export function shareByDevice(title: string): void {
  // The person may close the share sheet.
  navigator.share({ title, url: window.location.href }).catch(() => {})
}

export function copyLink(): void {
  void copyText(window.location.href, '링크를 복사했어요.')
}

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
  } catch {
    toast(`복사하지 못했어요. 직접 선택해 주세요: ${text}`)
  }
}
