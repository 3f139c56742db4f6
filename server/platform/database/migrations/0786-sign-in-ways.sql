-- How the person of a session signed in; null in those of before.
alter table sessions add column way text check (way in ('password', 'passkey', 'kakao', 'naver'));
