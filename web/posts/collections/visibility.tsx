import Globe from 'virtual:icon/globe'
import LinkIcon from 'virtual:icon/link'
import Lock from 'virtual:icon/lock'
import type { Visibility } from '#contract/schema.gen.ts'

/** Who may read a collection: always a sign and a word. */
export const visibilities = {
  private: { icon: Lock, name: '나만', text: '나만 볼 수 있어요' },
  link: { icon: LinkIcon, name: '링크', text: '링크가 있는 사람만 볼 수 있어요' },
  public: { icon: Globe, name: '공개', text: '누구나 찾아볼 수 있어요' },
} as const satisfies Record<Visibility, object>
