-- A collection becomes a plan: a day and time, a point that distances are told from, and the hearts of those who choose together.

alter table collections
  add column plan_at timestamptz,
  add column from_name text,
  add column from_lat double precision,
  add column from_lng double precision,
  add column members_add boolean not null default false;

alter table collection_entries add column added_by bigint references accounts on delete set null;
create index collection_entries_added on collection_entries (added_by) where added_by is not null;

create table collection_hearts (
  collection_id bigint not null,
  -- As in the entry, also when that goes on with another post of its place.
  post_id bigint not null,
  account_id bigint not null references accounts on delete cascade,
  at timestamptz not null default now(),
  primary key (collection_id, post_id, account_id),
  foreign key (collection_id, post_id) references collection_entries on update cascade on delete cascade
);
create index collection_hearts_account on collection_hearts (account_id, collection_id);

-- As before (0640-marks-by-place.sql), with the hearts of both entries.
create or replace function join_marks(post bigint, venue bigint) returns void language plpgsql as $$
begin
  while exists (select from saves where post_id = post and venue_id is null) loop
    begin
      update visits w set post_id = k.post_id
        from saves s join saves k on k.account_id = s.account_id and k.list = s.list and k.venue_id = venue
        where s.post_id = post and s.venue_id is null and s.list = 'been'
          and w.account_id = s.account_id and w.post_id = s.post_id;
      update saves k set saved_at = s.saved_at from saves s
        where s.post_id = post and s.venue_id is null and k.venue_id = venue
          and k.account_id = s.account_id and k.list = s.list and k.saved_at < s.saved_at;
      delete from saves s using saves k
        where s.post_id = post and s.venue_id is null and k.venue_id = venue
          and k.account_id = s.account_id and k.list = s.list;
      update saves set venue_id = venue where post_id = post and venue_id is null;
    exception when unique_violation then
      -- The member has marked the place meanwhile.
    end;
  end loop;
  while exists (select from collection_entries where post_id = post and venue_id is null) loop
    begin
      insert into collection_hearts (collection_id, post_id, account_id, at)
        select k.collection_id, k.post_id, h.account_id, h.at
        from collection_entries e join collection_entries k on k.collection_id = e.collection_id and k.venue_id = venue
        join collection_hearts h on h.collection_id = e.collection_id and h.post_id = e.post_id
        where e.post_id = post and e.venue_id is null
        order by k.collection_id, k.post_id, h.account_id on conflict do nothing;
      update collection_entries k
        set note = concat_ws(' · ', nullif(k.note, ''), nullif(e.note, '')), position = least(k.position, e.position)
        from collection_entries e
        where e.post_id = post and e.venue_id is null and k.venue_id = venue and k.collection_id = e.collection_id;
      delete from collection_entries e using collection_entries k
        where e.post_id = post and e.venue_id is null and k.venue_id = venue and k.collection_id = e.collection_id;
      update collection_entries set venue_id = venue where post_id = post and venue_id is null;
    exception when unique_violation then
      -- As above.
    end;
  end loop;
end $$;

alter table notifications
  add column collection_id bigint references collections on delete cascade,
  drop constraint notifications_kind_check,
  drop constraint notifications_check,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'follow', 'post', 'moderation', 'plan')),
  add constraint notifications_check check (
    (post_id is null) = (kind in ('follow', 'moderation', 'plan')) and (collection_id is null) = (kind <> 'plan'));
drop index notifications_group;
create unique index notifications_group on notifications (account_id, kind, coalesce(post_id, collection_id, 0));
create index notifications_collection on notifications (collection_id) where collection_id is not null;

alter table muted_notifications
  drop constraint muted_notifications_kind_check,
  add constraint muted_notifications_kind_check check (kind in ('like', 'comment', 'follow', 'post', 'plan'));
