import { type Kysely, sql } from 'kysely'

/**
 * `reserve_attempts` counts one failure in each bucket, or in none if one is full. It returns 0, or the seconds until
 * the full one empties. One round trip, because many simultaneous logins wait for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function reserve_attempts(names text[], seconds integer[], limits integer[]) returns integer
    language plpgsql as $$
    declare
      seconds_left integer := 0;
    begin
      for i in 1 .. cardinality(names) loop
        insert into attempts (bucket, count, ends_at) values (names[i], 1, now() + seconds[i] * interval '1 second')
        on conflict (bucket) do update set
          count = case when attempts.ends_at <= now() then 1 else attempts.count + 1 end,
          ends_at = case when attempts.ends_at <= now() then excluded.ends_at else attempts.ends_at end
        where attempts.ends_at <= now() or attempts.count < limits[i];
        if not found then
          select ceil(extract(epoch from ends_at - now()))::integer into seconds_left from attempts where bucket = names[i];
          raise exception using errcode = 'LIMIT';
        end if;
      end loop;
      return 0;
    exception when sqlstate 'LIMIT' then
      return greatest(1, seconds_left);
    end $$`.execute(db)
}
