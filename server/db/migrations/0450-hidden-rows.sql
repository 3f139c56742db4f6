-- Few rows are hidden. Whether one is, as for each unread notification, is found without reading the row.

create index accounts_hidden on accounts (id) where hidden;
create index posts_hidden on posts (id) where hidden;
create index comments_hidden on comments (id) where hidden;
