-- A search reads the pending pages once for each spelling of a word: 32 of them took longer than all else.
alter index post_search_grams set (gin_pending_list_limit = 64);
-- The planner compares the grams of each spelling with this list: with 7,000 of them planning took longer than finding the shops.
alter table places alter column grams set statistics 200;
analyze places (grams);
