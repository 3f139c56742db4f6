-- The site writes `facts` itself, so that a new kind, price or trait needs no rewrite of all posts. The values stay.
alter table posts alter column facts drop expression;
