-- A collection may have shops of public data without a post, as `saves` has (0640-marks-by-place.sql).

alter table collection_entries
  add column from_shop boolean not null default false,
  add column category text;

update collection_entries e set from_shop = true, title = null, author_id = null, category = p.category, lat = p.lat, lng = p.lng,
    place_name = case when p.branch is null or right(p.name, length(p.branch)) = p.branch then p.name
      else p.name || ' ' || p.branch end,
    address = coalesce(p.road_address, p.address)
  from venues v
  join place_sources o on starts_with(v.shop_key, o.key || '/')
  join places p on p.source_id = o.id and p.source_key = substr(v.shop_key, length(o.key) + 2)
  -- The ids of shops (server/product/places/shops/shop-id.ts).
  where v.id >= 1000000000000 and e.venue_id = v.id;

-- As before (0640-marks-by-place.sql), and entries of shops stay with the shop, as marks do.
create or replace function leave_marks(venues bigint[], posts bigint[]) returns void language plpgsql as $$
begin
  if not exists (select from saves where post_id = any(posts))
    and not exists (select from collection_entries where post_id = any(posts)) then return; end if;
  with followed as materialized (
    select l.venue_id, l.post_id, (select max(v.post_id) from venue_posts v where v.venue_id = l.venue_id) as other
    from unnest(venues, posts) l (venue_id, post_id)
  ), visited as (
    update visits w set post_id = coalesce(f.other, s.venue_id)
      from followed f join saves s on s.venue_id = f.venue_id and s.post_id = f.post_id and s.list = 'been'
      where w.account_id = s.account_id and w.post_id = s.post_id and (f.other is not null or s.from_shop)
  ), kept as (
    update saves s set post_id = f.other, author_id = null, title = null,
        place_name = case when from_shop then place_name end, address = case when from_shop then address end,
        lat = case when from_shop then lat end, lng = case when from_shop then lng end
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is not null
  ), of_shops as (
    update saves s set post_id = s.venue_id
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is null and s.from_shop
  ), freed as (
    update saves s set venue_id = null
      from followed f where s.venue_id = f.venue_id and s.post_id = f.post_id and f.other is null and not s.from_shop
  ), entries as (
    update collection_entries e set post_id = f.other, author_id = null, title = null,
        place_name = case when from_shop then place_name end, address = case when from_shop then address end,
        lat = case when from_shop then lat end, lng = case when from_shop then lng end
      from followed f where e.venue_id = f.venue_id and e.post_id = f.post_id and f.other is not null
  ), shop_entries as (
    update collection_entries e set post_id = e.venue_id
      from followed f where e.venue_id = f.venue_id and e.post_id = f.post_id and f.other is null and e.from_shop
  )
  update collection_entries e set venue_id = null
    from followed f where e.venue_id = f.venue_id and e.post_id = f.post_id and f.other is null and not e.from_shop;
end $$;
