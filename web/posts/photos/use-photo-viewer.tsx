import { type MouseEvent, useState } from 'react'
import { onDemand } from '../../kit/on-demand.tsx'
import type { PhotoViewerProps } from './photo-viewer.tsx'

const PhotoViewer = onDemand<PhotoViewerProps>(async () => (await import('./photo-viewer.tsx')).PhotoViewer)

export function usePhotoViewer(props: Omit<PhotoViewerProps, 'open' | 'onClose' | 'index'>) {
  const [viewed, setViewed] = useState<number | null>(null)
  const linkTo = (index: number) => ({
    onPointerEnter: PhotoViewer.preload,
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      setViewed(index)
    },
  })
  const viewer = <PhotoViewer open={viewed !== null} onClose={() => setViewed(null)} index={viewed ?? 0} {...props} />
  return { linkTo, viewer }
}
