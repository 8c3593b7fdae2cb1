-- VAT of a sales history that another system returned to HMRC (rule V29): it stays in reports, and enters no return here.

-- The last day that was returned elsewhere; null for an import from before this was asked for.
alter table imports add column vat_cut_over date;

create table vat_returned_elsewhere (
  entry_id bigint primary key constraint vat_returned_elsewhere_entry_exists references vat_entries on delete restrict,
  import_id bigint not null constraint vat_returned_elsewhere_import_exists references imports on delete restrict
);
create index vat_returned_elsewhere_by_import on vat_returned_elsewhere (import_id);

-- What an import cleared from account 2200, so that only VAT that is returned here remains on it.
create table vat_cut_over_journals (
  journal_id bigint primary key references journals on delete restrict,
  import_id bigint not null references imports on delete restrict
);
create index vat_cut_over_journals_by_import on vat_cut_over_journals (import_id);

-- A filed return keeps its entries for good (rule V25). Filing holds this lock alone, marking holds it shared.
create function keep_entries_of_filed_returns() returns trigger
language plpgsql as $$
declare
  entry bigint := case tg_op when 'DELETE' then old.entry_id else new.entry_id end;
begin
  perform pg_advisory_xact_lock_shared(hashtext('books lock'));
  if exists (select from vat_entries e join vat_returns r on e.id <= r.last_entry_id and e.tax_point <= r.period_to
      where e.id = entry) then
    raise exception 'the VAT entry % is of a filed return', entry
      using errcode = 'integrity_constraint_violation', constraint = 'vat_entries_stay_in_filed_returns';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger vat_entries_stay_in_filed_returns before insert or update or delete on vat_returned_elsewhere
  for each row execute function keep_entries_of_filed_returns();

-- What returns are made of.
create view vat_entries_to_return as
  select e.* from vat_entries e where not exists (select from vat_returned_elsewhere r where r.entry_id = e.id);
