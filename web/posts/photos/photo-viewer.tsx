import { useNavigate } from '@tanstack/react-router'
import PhotoSwipe from 'photoswipe'
import { useEffect, useEffectEvent } from 'react'
import { imageSrcSet } from '#rules/images.ts'
import { paths, postPath } from '#rules/paths.ts'
import { useOverlay } from '../../kit/overlays.ts'
import 'photoswipe/style.css'
import './photo-viewer.css'

export type ViewedPhoto = {
  url: string
  info: { width: number; height: number; placeholder: string } | null
  alt: string
  post?: { id: string; title: string } | undefined
}

export type PhotoViewerProps = {
  open: boolean
  onClose: () => void
  photos: readonly ViewedPhoto[]
  index: number
  /** Element to focus when the viewer closes at this photo. */
  linkOf: (index: number) => HTMLElement | null | undefined
  onShow?: (index: number) => void
}

/** Full-screen viewer of photos, with pinch, double tap, swipe and arrow keys; Escape and Back close it. Load it on demand. */
export function PhotoViewer({ open, onClose, photos, index, linkOf, onShow }: PhotoViewerProps) {
  const navigate = useNavigate()
  useOverlay(open, onClose)
  const view = useEffectEvent(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const viewer = new PhotoSwipe({
      dataSource: photos.map(slideOf),
      index,
      // The viewer hears keys only after the opening animation.
      showHideAnimationType: 'none',
      ...(isCalm && { zoomAnimationDuration: 0 }),
      bgOpacity: 1,
      wheelToZoom: true,
      returnFocus: false,
      closeTitle: '닫기',
      zoomTitle: '확대하기',
      arrowPrevTitle: '이전 사진',
      arrowNextTitle: '다음 사진',
      errorMsg: '사진을 불러오지 못했어요.',
    })
    if (photos.some(({ post }) => post))
      showPostOf(viewer, photos, (id) => void navigate({ to: paths.post, params: { id } }))
    viewer.on('change', () => onShow?.(viewer.currIndex))
    viewer.init()
    viewer.element?.setAttribute('aria-modal', 'true')
    viewer.element?.setAttribute('aria-label', '사진 보기')
    return viewer
  })
  const close = useEffectEvent((at: number) => {
    linkOf(at)?.focus({ preventScroll: true })
    onClose()
  })
  useEffect(() => {
    if (!open) return
    const viewer = view()
    let isThere = true
    viewer.on('destroy', () => {
      isThere = false
      close(viewer.currIndex)
    })
    return () => {
      if (isThere) viewer.destroy()
    }
  }, [open])
  return null
}

/** Slide of a photo. One from another host, whose size is unknown, is shown whole in a square. */
function slideOf({ url, info, alt }: ViewedPhoto) {
  const { width, height } = info ?? { width: 2048, height: 2048 }
  return { src: url, srcset: info ? imageSrcSet(url, width, true) : undefined, width, height, alt }
}

/** Shows the title of a photo's post at the lower edge, as a link. */
function showPostOf(viewer: PhotoSwipe, photos: readonly ViewedPhoto[], goTo: (id: string) => void): void {
  viewer.on('uiRegister', () => {
    viewer.ui?.registerElement({
      name: 'post',
      appendTo: 'root',
      tagName: 'a',
      onInit: (element) => {
        const link = element as unknown as HTMLAnchorElement
        link.addEventListener('click', (event) => {
          const { post } = photos[viewer.currIndex] ?? {}
          if (!post || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          goTo(post.id)
        })
        const name = () => {
          const { post } = photos[viewer.currIndex] ?? {}
          if (!post) return
          link.href = postPath(post.id)
          link.textContent = `‘${post.title}’ 글 보기`
        }
        viewer.on('change', name)
        name()
      },
    })
  })
}
