-- Keywords that are nicknames lead to their authors (server/product/posts/search/post-query.ts).
create index accounts_username on accounts (username);
