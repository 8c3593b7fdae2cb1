-- Journals found by their words, numbers of journals by hand, and opening bills that were entered wrongly.

create index journals_by_words on journals
  using gin (lower(narrative || ' ' || coalesce(document_number, '')) gin_trgm_ops);
create unique index journals_by_hand_have_one_number on journals (document_number) where kind in ('manual', 'opening')
  and document_type in ('manual_journal', 'opening_item');

-- A bill that was reversed may be entered again, as it should have been.
alter table supplier_bills add column reversed_at timestamptz;
drop index supplier_bills_are_entered_once;
create unique index supplier_bills_are_entered_once on supplier_bills (supplier_id, lower(supplier_bill_number))
  where reversed_at is null;
