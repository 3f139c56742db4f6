-- The posts of each area that most people liked, kept or commented on within a week; a job writes them.

create table area_tops (
  area_id integer not null references areas on delete cascade,
  -- From 1. A post that is deleted leaves a gap.
  rank smallint not null,
  post_id bigint not null references posts on delete cascade,
  people integer not null,
  primary key (area_id, rank)
);

create index area_tops_post on area_tops (post_id);
