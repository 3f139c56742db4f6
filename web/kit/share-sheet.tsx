import { useEffect, useState } from 'react'
import { kakaoShareSdk } from '#rules/kakao-share.ts'
import type { PageInfo } from '../page-info.ts'
import { Dialog } from './dialog.tsx'
import { Copy, MessageCircle, Share2 } from './icons.gen.ts'
import { loadScript } from './load-script.ts'

type Kakao = NonNullable<PageInfo['site']['kakao']>

type ShareSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  kakao: Kakao
  shareByDevice: () => void
  copyLink: () => void
}

/** Ways to share the page: KakaoTalk, the device's own share sheet where there is one, the link. */
export function ShareSheet({ open, onClose, title, kakao, shareByDevice, copyLink }: ShareSheetProps) {
  const [talk, setTalk] = useState<KakaoSdk | 'failed' | null>(null)
  useEffect(() => {
    if (open) loadKakao(kakao).then(setTalk, () => setTalk('failed'))
  }, [open, kakao])
  const after = (act: () => unknown) => () => {
    act()
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} icon={Share2} title="공유하기" description={title}>
      <div className="dialog-choices">
        {talk === 'failed' ? (
          <p role="alert">카카오톡을 불러오지 못했어요. 링크를 복사해 주세요.</p>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={!talk}
            onClick={talk ? after(() => talk.Share.sendScrap({ requestUrl: window.location.href })) : undefined}
          >
            <MessageCircle className="icon" />
            카카오톡으로 보내기
          </button>
        )}
        {typeof navigator.share === 'function' && (
          <button type="button" className="btn btn-outline" onClick={after(shareByDevice)}>
            <Share2 className="icon" />
            다른 앱으로 보내기
          </button>
        )}
        <button type="button" className="btn btn-outline" onClick={after(copyLink)}>
          <Copy className="icon" />
          링크 복사
        </button>
      </div>
    </Dialog>
  )
}

/** Used part of Kakao's script, which reads title, text and picture from the tags of the page. */
type KakaoSdk = {
  init(key: string): void
  isInitialized(): boolean
  Share: { sendScrap(settings: { requestUrl: string }): void }
}

async function loadKakao({ key, url }: Kakao): Promise<KakaoSdk> {
  const page = window as { Kakao?: KakaoSdk }
  if (!page.Kakao) await loadScript(url, url === kakaoShareSdk.url ? kakaoShareSdk.integrity : undefined)
  const sdk = page.Kakao
  if (!sdk) throw new Error('the script is not the one of Kakao')
  if (!sdk.isInitialized()) sdk.init(key)
  return sdk
}
