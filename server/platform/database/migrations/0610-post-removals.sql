-- When a post last went, was hidden or shown again, or moved, in milliseconds since 1970: feeds have changed then, also
-- those that are left without it. A sequence, because it is written without a lock, and a rollback does no harm.
create sequence post_removals as bigint minvalue 0 start 0;

create function note_removal() returns trigger language plpgsql as $$
begin
  perform setval('post_removals', greatest(
    (select last_value from post_removals), (extract(epoch from clock_timestamp()) * 1000)::bigint));
  return null;
end
$$;

create trigger removed after delete on posts for each row execute function note_removal();
create trigger hidden after update of hidden on posts for each row
  when (old.hidden is distinct from new.hidden) execute function note_removal();
create trigger moved after update of lat, lng, address on posts for each row
  when ((old.lat, old.lng, old.address) is distinct from (new.lat, new.lng, new.address)) execute function note_removal();
