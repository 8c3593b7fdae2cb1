-- Master records that an import adds along the way, and what its undoing leaves behind (F73).
alter table imports
  add column new_masters jsonb not null default '[]',
  add column left_behind jsonb not null default '[]';
