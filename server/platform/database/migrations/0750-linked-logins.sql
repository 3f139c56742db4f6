-- Accounts at providers of logins, such as Kakao, with which members sign in.
create table linked_logins (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  provider text not null check (provider in ('kakao', 'naver')),
  subject text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (provider, subject),
  unique (account_id, provider)
);

alter table sessions add column by_provider text check (by_provider in ('kakao', 'naver'));
