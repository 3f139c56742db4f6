-- Whose words an entry of a list or collection keeps when its post is gone, so that a withdrawal finds them; null for
-- entries that were made before. And which reports were taken back: moderators do not see them again.

alter table saves add column author_id bigint;
alter table collection_entries add column author_id bigint;
create index saves_author on saves (author_id) where author_id is not null;
create index collection_entries_author on collection_entries (author_id) where author_id is not null;
alter table reports add column taken_back boolean not null default false;
