-- The lists of whom somebody follows and has blocked are read from the end, without looking at those of others.

create index follows_account on follows (account_id, id desc);
create index blocks_account on blocks (account_id, id desc);
