-- Settings: what the firm decides about itself, each with a version of its own.

alter table settings add column version integer not null default 1;

-- ── The firm ────────────────────────────────────────────────────────────────────────────────────────────────
-- What stood below the name at the head of documents was one list of lines; now each part has its place.
update settings set value = (value - 'lines') || jsonb_build_object(
    'address', (select string_agg(line, E'\n' order by position)
      from jsonb_array_elements_text(value -> 'lines') with ordinality as lines (line, position)))
  where key = 'company' and jsonb_typeof(value -> 'lines') = 'array';

-- A picture of some kilobytes that every document bears: beside the rows, so that one statement reads both, and a
-- process that draws needs no file of another one.
create table company_logo (
  only_row boolean primary key default true constraint company_logo_is_one_row check (only_row),
  content bytea not null constraint company_logo_is_small check (octet_length(content) <= 200000),
  width integer not null,
  height integer not null,
  added_at timestamptz not null
);

-- ── Document numbers (rule V22) ─────────────────────────────────────────────────────────────────────────────
-- A series may begin elsewhere or go on further up, and take another prefix for numbers to come. What is passed over is
-- counted, so that every number between the first and the last is either a document or known never to have been one.
alter table number_series
  add column prefix text constraint number_series_prefix_ends_in_no_digit check (prefix ~ '^[A-Z0-9-]{0,9}[A-Z-]$'),
  add column passed_over bigint not null default 0 constraint number_series_passes_over_forward check (passed_over >= 0),
  add column version integer not null default 1,
  drop constraint number_series_count_up,
  add constraint number_series_count_up check (last_number >= passed_over);

create or replace function ensure_number_goes_up() returns trigger
language plpgsql as $$
begin
  -- A number is given out, or the series is edited: then it may be moved up, and says by how much.
  if new.last_number - old.last_number <>
      (case when new.version = old.version then 1 else new.passed_over - old.passed_over end)
    or (new.version = old.version and (new.passed_over, new.prefix) is distinct from (old.passed_over, old.prefix))
    or new.passed_over < old.passed_over then
    raise exception 'series % goes from % to %', old.series, old.last_number, new.last_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_series_have_no_gap';
  end if;
  return new;
end $$;

-- Whose a prefix is, for good: two documents of different kinds never have one number.
create table number_prefixes (
  prefix text primary key,
  series text not null,
  taken_at timestamptz not null
);
create trigger number_prefixes_stay before update or delete on number_prefixes for each row execute function refuse_change();
create trigger number_prefixes_are_never_emptied before truncate on number_prefixes
  for each statement execute function refuse_change();

-- ── Receipts ────────────────────────────────────────────────────────────────────────────────────────────────
-- What stood at the foot of receipts is one part of what they say.
insert into settings (key, value)
  select 'receipts', jsonb_build_object('header', null, 'footer', receipt_footer, 'shows_logo', true,
    'shows_served_by', true, 'shows_barcode', true)
  from selling_settings where receipt_footer is not null;
alter table selling_settings drop column receipt_footer;
