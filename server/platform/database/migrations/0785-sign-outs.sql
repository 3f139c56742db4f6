-- How often an admin has ended all sessions of a member: logins that had begun before go on no more.
alter table accounts add column sign_outs integer not null default 0;
