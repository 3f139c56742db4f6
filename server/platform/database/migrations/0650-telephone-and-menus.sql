-- What a place is called by telephone, and which photos of a post show the menu.
alter table posts add column telephone text;
alter table posts add column menus smallint[] not null default '{}';
