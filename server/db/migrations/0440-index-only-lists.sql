-- The newest posts of an author are found without reading the posts, and common words of collections in their order.

create index posts_account_hidden on posts (account_id, id desc) include (hidden);
drop index posts_account;
alter index posts_account_hidden rename to posts_account;
create index collections_latest on collections (updated_at desc, id desc) where visibility = 'public';
