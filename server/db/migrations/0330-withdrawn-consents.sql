-- When an optional consent was withdrawn.

alter table consents add column withdrawn_at timestamptz;
