-- Pictures were columns of what shows them.
insert into image_uses (image_id, url, post_id)
  select image_id, case when image_id is null then image_url end, id from posts
  where image_id is not null or image_url is not null;
insert into image_uses (image_id, url, account_id)
  select image_id, case when image_id is null then image_url end, id from accounts
  where image_id is not null or image_url is not null;
alter table posts drop column image_id, drop column image_url;
alter table accounts drop column image_id, drop column image_url;
analyze image_uses;
