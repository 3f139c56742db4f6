import { type PostState, READER_BLOCK_ID, type ReaderBlock } from '#contract/reader-state.ts'

/*
 * Adds the reader to what the server rendered for everybody, while the page is parsed. It changes texts and attributes
 * only, which React leaves as they are when it hydrates. The build puts this file into the page (scripts/build/virtual-modules.ts).
 */
const page = document
const block = page.getElementById(READER_BLOCK_ID) as HTMLElement
const reader: ReaderBlock | null = JSON.parse(block.textContent || 'null')
if (reader) {
  const { viewer, posts, places = {}, authors } = reader

  const showViewer = () => {
    const name = page.querySelector('.user-name')
    if (!name || name.textContent) return
    name.textContent = viewer.username
    const button = name.closest('button') as HTMLElement
    button.setAttribute('aria-label', `${viewer.username} 사용자 메뉴`)
    button.querySelector<HTMLElement>('.avatar')?.style.setProperty('--hue', `${viewer.hue}`)
    const picture = button.querySelector('img')
    if (!picture || !viewer.picture) return
    picture.src = viewer.picture
    picture.hidden = false
  }
  /**
   * Shows the reader's mark on a button, whose `name` is the mark, empty for a like; on other elements, whether the post is
   * the reader's own.
   */
  const showPostState = (element: HTMLElement & { name?: string }) => {
    const { post, place } = element.dataset
    const state: PostState = (place ? places[place] : posts[post as string]) ?? {}
    if (element.name === undefined) {
      if (state.mine) element.dataset.is = 'own'
      return
    }
    element.removeAttribute('aria-disabled')
    if (state[(element.name || 'liked') as keyof PostState]) element.setAttribute('aria-pressed', 'true')
  }
  const showAuthorState = ({ dataset }: HTMLElement) => {
    if (dataset.author === viewer.jwt) dataset.is = 'own'
    else if (authors[dataset.author as string]?.followed) dataset.is = 'followed'
  }
  const each = (name: string, showState: (element: HTMLElement) => void) =>
    page.querySelectorAll<HTMLElement>(`[data-${name}]`).forEach(showState)
  const show = () => {
    showViewer()
    each('post', showPostState)
    each('place', showPostState)
    each('author', showAuthorState)
  }

  page.documentElement.dataset.reader = viewer.restricted ? 'restricted' : 'member'
  const parsing = new MutationObserver(show)
  parsing.observe(page, { childList: true, subtree: true })
  page.addEventListener('DOMContentLoaded', () => {
    show()
    parsing.disconnect()
  })
}
