-- '또 갈래요' of the members who have been at a place: `again_score` of its posts is written by a job.
alter table post_stats add column again_score integer not null default 0;
create index post_stats_again on post_stats (again_score desc, post_id desc) include (open_hours, facts);
create index visits_said on visits (account_id, post_id, day desc, id desc) include (again) where again is not null;
