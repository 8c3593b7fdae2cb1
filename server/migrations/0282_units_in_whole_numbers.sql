-- Units that are counted, such as Each: quantities of their products are whole numbers (decision 205). No unit is set to it here,
-- so that an upgrade refuses nothing that a shop enters today. The database does not refuse fractions either: a sale paid
-- at a till that was offline has happened, whatever the unit says.
alter table units add column is_whole boolean not null default false;
