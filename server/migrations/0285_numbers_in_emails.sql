-- Emails name documents by any prefix the business has chosen, and in small letters too; until now only PREFIX-12 in capitals
-- was found, so those already fetched are searched again.
insert into mail_numbers (message_id, number)
select m.id, found.number
from mail_messages m left join mail_bodies b on b.message_id = m.id
  cross join (
    select '(?<![a-z0-9])(?:' || string_agg(prefix, '|' order by length(prefix) desc, prefix) || ')\d{5,9}(?![a-z0-9])' as pattern
    from (
      select unnest(array['PO-', 'GRN-', 'BILL-', 'RET-', 'SCN-', 'PAY-', 'ADJ-', 'COUNT-', 'JNL-', 'OPEN-', 'QUO-', 'INV-',
        'CN-', 'RCT-', 'EXP-', 'EMP-', 'SAL-', 'VADJ-', 'WAL-']) as prefix
      union select prefix from number_prefixes
    ) prefixes
  ) known
  cross join lateral (
    select distinct upper(hit[1]) as number
    from regexp_matches(m.subject || ' ' || left(coalesce(b.body_text, ''), 20000), known.pattern, 'gi') as hit
    limit 20
  ) found
on conflict do nothing;
