import { type Kysely, sql } from 'kysely'

/**
 * What entered or left the places of lists lately (`change` is 1 or -1), so that the position of a remembered key can be
 * corrected. A row is visible to exactly those who see its cause, because it is written by the same transaction. Rows of
 * `posts` have a title and its author, for the latest posts and the order of titles; rows of `post_stats` have a number of
 * likes, for the popular ones. A withdrawal takes its titles out, and leaves a row that says so (`change` is 0).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table list_changes (
    tx xid8 not null default pg_current_xact_id(),
    at timestamptz not null default now(),
    post_id bigint not null,
    account_id bigint,
    title text,
    like_count integer,
    change smallint not null check (change in (1, -1, 0)),
    check ((title is null) <> (like_count is null))
  )`,
  'create index list_changes_tx on list_changes (tx)',
  'create index list_changes_at on list_changes (at)',
  'create index list_changes_account on list_changes (account_id) where account_id is not null',

  `create function note_title_change() returns trigger language plpgsql as $$
  begin
    -- A foreign key deletes it with its account.
    if tg_op = 'DELETE' and not exists (select from accounts where id = old.account_id) then
      insert into list_changes (post_id, title, change) values (0, '', 0);
      return null;
    end if;
    if tg_op <> 'INSERT' then
      insert into list_changes (post_id, account_id, title, change)
        values (old.id, old.account_id, old.title, -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into list_changes (post_id, account_id, title, change)
        values (new.id, new.account_id, new.title, 1);
    end if;
    return null;
  end $$`,
  `create trigger posts_list_change after insert or delete on posts
    for each row execute function note_title_change()`,
  `create trigger posts_title_change after update of title on posts
    for each row when (old.title <> new.title) execute function note_title_change()`,

  `create function forget_titles() returns trigger language plpgsql as $$
  begin
    delete from list_changes where account_id = old.id;
    if found then
      insert into list_changes (post_id, title, change) values (0, '', 0);
    end if;
    return null;
  end $$`,
  `create trigger accounts_titles after delete on accounts for each row execute function forget_titles()`,

  `create function note_like_change() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      insert into list_changes (post_id, like_count, change) values (old.post_id, old.like_count, -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into list_changes (post_id, like_count, change) values (new.post_id, new.like_count, 1);
    end if;
    return null;
  end $$`,
  `create trigger post_stats_list_change after insert or delete on post_stats
    for each row execute function note_like_change()`,
  `create trigger post_stats_like_change after update of like_count on post_stats
    for each row when (old.like_count <> new.like_count) execute function note_like_change()`,
]
