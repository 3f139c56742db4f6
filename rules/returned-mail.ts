type Kind = 'hard' | 'soft' | 'complaint'

/** Why no more mails go to an address, as its owner reads it. */
export const returnedMailMessages: Readonly<Record<Kind, string>> = {
  hard: '이 주소로 보낸 메일이 돌아왔어요. 다른 주소로 바꿔 주세요.',
  soft: '이 주소로 보낸 메일이 여러 번 돌아왔어요. 메일함에 자리가 있는지 확인하거나 다른 주소로 바꿔 주세요.',
  complaint: '이 주소에서 메일이 스팸으로 신고되어 꼭 필요한 메일만 보내고 있어요.',
}

/** The notice about returned mails, which is on every page until the member has dealt with it. */
export const returnedMailNotice = {
  label: '메일 안내',
  says: '회원님의 이메일로 메일을 보내지 못하고 있어요.',
  link: '확인하기',
  /** Element ids: of the notice, and of the part of the profile that its link leads to. */
  id: 'mail-note',
  target: 'mail',
} as const
