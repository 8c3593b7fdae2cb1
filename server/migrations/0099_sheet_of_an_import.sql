-- The sheets of a workbook that are shown, and the one that is read: chosen by its headers, or by a person (F100).
alter table imports add column sheets text[] not null default '{}', add column sheet text;
