-- While the secret key is changed: the check value of the new one.
alter table secret_check add column next bytea;
