-- Deleting a user asks whether anything refers to them.
create index record_files_by_user on record_files (added_by);
