-- Made of strict functions alone, so that PostgreSQL puts its body where it is called: a call takes ten times as long,
-- and the nearest of 100,000 shops need thousands. greatest() and least() are not strict.
create or replace function map_point(lat double precision, lng double precision) returns point
  language sql immutable strict parallel safe
  return point(lng, degrees(ln(tan(radians(45 + float8larger(-85.05112878, float8smaller(85.05112878, lat)) / 2)))));
