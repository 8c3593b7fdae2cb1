-- When this database was first started, or restored: a restore applies the migrations anew, so their times begin with it.
create view installation as select min("timestamp"::timestamptz) as since from kysely_migration;
