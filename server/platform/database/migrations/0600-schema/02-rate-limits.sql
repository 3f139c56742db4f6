-- Limits of members as token buckets: a bucket is stored as the time at which it will be full again. Unlogged, because
-- forgetting them after a crash of PostgreSQL does no harm, and a commit need not wait for the disk. No index on `full_at`:
-- it would have to change with every write.

create unlogged table rate_limits (
  bucket text primary key,
  full_at timestamptz not null
) with (fillfactor = 50);

create function take_tokens(buckets text[], counts integer[], seconds integer[], at timestamptz default now())
returns double precision language plpgsql as $$
declare
  token interval;
  capacity interval;
  wait double precision := 0;
begin
  for i in 1 .. cardinality(buckets) loop
    token := make_interval(secs => seconds[i]::double precision / counts[i]);
    capacity := make_interval(secs => seconds[i]);
    insert into rate_limits as r (bucket, full_at) values (buckets[i], at + token)
    on conflict (bucket) do update set full_at = greatest(r.full_at, at) + token
    -- Half a token of tolerance: sums of fractions are never exact.
    where r.full_at <= at + capacity - token / 2;
    if not found then
      select extract(epoch from full_at + token - at - capacity) into wait from rate_limits where bucket = buckets[i];
      raise exception using errcode = 'LIMIT';
    end if;
  end loop;
  return 0;
exception when sqlstate 'LIMIT' then
  return wait;
end $$;
