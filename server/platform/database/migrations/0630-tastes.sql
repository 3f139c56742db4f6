alter table accounts add column tastes text[] not null default '{}';
