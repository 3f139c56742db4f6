-- Bundled shops of which only the address is known have an estimated position.

alter table places add column is_estimated boolean not null default false;
