import { useHydrated } from '@tanstack/react-router'
import { type CSSProperties, useRef, useState } from 'react'
import { BookOpen, ChevronLeft, ChevronRight } from '../../kit/icons.gen.ts'
import { PostImage, shownPhoto } from '../../posts/cards/post-image.tsx'
import { usePhotoViewer } from '../../posts/photos/use-photo-viewer.tsx'
import type { Post } from '../../posts/queries/post-query.ts'
import './post-photos.css'

const SIZES = '(min-width: 768px) 680px, (min-width: 600px) calc(100vw - 48px), 100vw'

/** The photos of a post in a strip, one at a time; a press opens them in full. Without photos, a drawing. */
export function PostPhotos({ post }: { post: Post }) {
  const { id, title, images, menus } = post
  const hydrated = useHydrated()
  const [meanwhile] = useState(() => (hydrated ? shownPhoto(id)?.file : undefined))
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const { length } = images
  const altOf = (index: number) => {
    const what = `${title} ${menus.includes(index) ? '메뉴판' : '사진'}`
    return length > 1 ? `${what} ${index + 1}/${length}` : what
  }
  const show = (index: number) => {
    const { current } = strip
    current?.scrollTo({ left: ((index + length) % length) * current.clientWidth })
  }
  const { linkTo, viewer } = usePhotoViewer({
    photos: images.map(({ url, info }, index) => ({ url, info, alt: altOf(index) })),
    linkOf: (index) => strip.current?.children[index]?.querySelector('a'),
    onShow: show,
  })
  const [first] = images
  /** Index of the next photo of a menu after the shown one, or else of the first. */
  const nextMenu = menus.find((place) => place > at) ?? menus[0]
  if (!first) {
    return (
      <div className="photo detail-photo detail-photo-drawn">
        <PostImage post={post} sizes={SIZES} />
      </div>
    )
  }
  return (
    <section className="post-photos" aria-label="사진">
      <div className="photo detail-photo" style={ratioOf(first.info)}>
        <ul
          ref={strip}
          className="photo-strip"
          onScroll={({ currentTarget }) => setAt(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
        >
          {images.map(({ url, info }, index) => (
            <li key={url}>
              <a href={url} {...linkTo(index)}>
                <PostImage
                  post={{ image: url, image_info: info }}
                  alt={altOf(index)}
                  sizes={SIZES}
                  eager={index === 0}
                  large
                  meanwhile={index === 0 ? meanwhile : undefined}
                />
              </a>
            </li>
          ))}
        </ul>
        {length > 1 && (
          <>
            <button type="button" className="photo-step" aria-label="이전 사진" onClick={() => show(at - 1)}>
              <ChevronLeft className="icon" />
            </button>
            <button type="button" className="photo-step" aria-label="다음 사진" onClick={() => show(at + 1)}>
              <ChevronRight className="icon" />
            </button>
            {nextMenu !== undefined && (
              <button type="button" className="photo-menu" aria-label="메뉴판 사진 보기" onClick={() => show(nextMenu)}>
                <span>
                  <BookOpen className="icon icon-s" />
                  메뉴판
                </span>
              </button>
            )}
            <span className="photo-at num" aria-hidden="true">
              {at + 1} / {length}
            </span>
          </>
        )}
      </div>
      {length > 1 && (
        <ol className="photo-thumbs">
          {images.map(({ url, info }, index) => (
            <li key={url}>
              <button
                type="button"
                className="photo"
                aria-label={`사진 ${index + 1} 보기`}
                aria-current={index === at || undefined}
                onClick={() => show(index)}
              >
                <PostImage post={{ image: url, image_info: info }} sizes="128px" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {viewer}
    </section>
  )
}

/** Aspect ratio of the first photo, which decides the height of the strip; the others are shown whole in it. */
function ratioOf(info: { width: number; height: number } | null): CSSProperties | undefined {
  return info ? ({ '--ratio': info.width / info.height } as CSSProperties) : undefined
}
