alter table emails
  -- The recipients still to be tried, once the mail server has accepted or refused some of them; null stands for all.
  add column open_addresses text[],
  -- The recipients that were given up, each with the mail server's reply as a sentence.
  add column refused_addresses jsonb not null default '[]',
  -- The version of the purchase order in the attached document. A draft that has changed since is not what was sent.
  add column purchase_order_version integer;
