-- How many rows the longest tables have up to an id, so that the total of a list need not count millions of rows
-- (decision 118).
create table kept_row_counts (
  table_name text primary key,
  -- `row_count` includes every row up to this id, and none will be added: ids rise, and each transaction that could
  -- still add one has ended.
  up_to_id bigint not null default 0,
  row_count bigint not null default 0 constraint kept_row_counts_are_not_negative check (row_count >= 0),
  -- The next such id, once the transactions under way at `noted_at` have ended: all of those before `noted_before`.
  noted_id bigint not null default 0,
  noted_before xid8,
  noted_at timestamptz,
  constraint kept_row_counts_rise check (noted_id >= up_to_id)
);
insert into kept_row_counts (table_name) values ('journal_lines'), ('journals'), ('sales'), ('stock_movements');

-- Posted rows are deleted only with sample data, but the total must be right whatever happens.
create function reset_kept_row_count() returns trigger language plpgsql as $$
begin
  update kept_row_counts set up_to_id = 0, row_count = 0, noted_id = 0, noted_before = null, noted_at = null
  where table_name = tg_table_name;
  return null;
end $$;

create trigger kept_row_count_follows_delete after delete on journal_lines
  for each statement execute function reset_kept_row_count();
create trigger kept_row_count_follows_truncate after truncate on journal_lines
  for each statement execute function reset_kept_row_count();
create trigger kept_row_count_follows_delete after delete on journals
  for each statement execute function reset_kept_row_count();
create trigger kept_row_count_follows_truncate after truncate on journals
  for each statement execute function reset_kept_row_count();
create trigger kept_row_count_follows_delete after delete on sales
  for each statement execute function reset_kept_row_count();
create trigger kept_row_count_follows_truncate after truncate on sales
  for each statement execute function reset_kept_row_count();
create trigger kept_row_count_follows_delete after delete on stock_movements
  for each statement execute function reset_kept_row_count();
create trigger kept_row_count_follows_truncate after truncate on stock_movements
  for each statement execute function reset_kept_row_count();
