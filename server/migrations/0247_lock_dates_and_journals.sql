-- A lock date closes its days for the journals after those that were there when it moved (rule D5, check A13). Clocks
-- cannot tell: a posting that starts after the request to move the date may still come before the move.

-- The newest journal when the date moved; null for a move from before this was kept.
alter table books_lock_history add column last_journal_id bigint;

create function note_last_journal() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('books lock'));
  select coalesce(max(id), 0) into new.last_journal_id from journals;
  return new;
end $$;
create trigger books_lock_history_notes_the_last_journal before insert on books_lock_history
  for each row execute function note_last_journal();
