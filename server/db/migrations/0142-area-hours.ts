import { type Kysely, sql } from 'kysely'

/**
 * Opening hours in `post_areas` too: what is open in an area is found by the index of that area alone. They are set where
 * areas are set (`set_post_areas`), which every edit of a post does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table post_areas add column open_hours integer',
  `update post_areas set open_hours = posts.open_hours from posts
    where posts.id = post_id and posts.open_hours is not null`,
  `alter table post_areas drop constraint post_areas_pkey,
    add primary key (area_id, post_id) include (open_hours)`,

  // As before, and with the hours of the posts.
  `create or replace function set_post_areas(posts bigint[], leaves integer[]) returns void language sql as $$
    with wanted as (
      select given.post_id, unnest(path) as area_id, p.open_hours
      from unnest(posts, leaves) given (post_id, leaf) join areas on areas.id = leaf
      left join posts p on p.id = given.post_id
    ), removed as (
      delete from post_areas p
      where post_id = any(posts)
        and not exists (select from wanted w where w.post_id = p.post_id and w.area_id = p.area_id)
      returning area_id
    ), changed as (
      update post_areas p set open_hours = w.open_hours from wanted w
      where p.area_id = w.area_id and p.post_id = w.post_id and p.open_hours is distinct from w.open_hours
    ), added as (
      insert into post_areas (area_id, post_id, open_hours)
      select area_id, post_id, open_hours from wanted order by area_id, post_id
      on conflict do nothing returning area_id
    )
    insert into area_counts as kept (area_id, shard, count)
    select area_id, pg_backend_pid() % 16, sum(delta)
    from (select area_id, -1 as delta from removed union all select area_id, 1 from added) moved
    group by area_id having sum(delta) <> 0 order by area_id
    on conflict (area_id, shard) do update set count = kept.count + excluded.count
  $$`,
]
