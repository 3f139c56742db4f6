-- Names of landmarks are found in memory. Airports, terminals, universities and islands are landmarks too.

drop index places_landmark_grams;
drop index places_landmark_position;

create index places_landmark_position on places using gist (map_point(lat, lng))
  where category in ('지하철역', '전통시장', '관광지', '관광단지', '공항', '터미널', '대학교', '섬');
