/** Says to the reader that the taste of an author is like theirs. */
export function Alike() {
  return <span className="alike">입맛이 비슷해요</span>
}
