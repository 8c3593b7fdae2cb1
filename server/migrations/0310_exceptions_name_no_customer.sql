-- Exceptions of paid sales stay for good, so they no longer name the customer, who may be erased (rules K3, K4); their sale
-- does, until then. Every earlier wording is rewritten, also for customers who are not erased yet.
alter table sale_exceptions disable trigger sale_exceptions_stay;
update sale_exceptions set words = regexp_replace(words,
    '^(?:The wallet of .* no longer held|.*’s wallet was) (£[0-9,.]+)(?:: it is owed on account| short, so that amount was charged on account)\.$',
    'The wallet was \1 short, so that amount was charged on account.')
  where kind = 'credit' and words ~ '^The wallet of .* no longer held |’s wallet was ';
update sale_exceptions set words = regexp_replace(words, '^.*: (This customer has no credit limit, |This would )', '\1')
  where kind = 'credit' and words ~ ': (This customer has no credit limit, |This would )';
update sale_exceptions set words = regexp_replace(words, '^Sold on account to .*$', 'Sold on account without permission to do so.')
  where kind = 'credit' and words ~ '^Sold on account to ';
update sale_exceptions set words = regexp_replace(words, '^(.*?) sold on account to .*$', '\1 sold on account, without permission to do so.')
  where kind = 'credit' and words ~ ' sold on account to ';
update sale_exceptions set words = 'The customer was merged into another. Posted to that customer.'
  where kind = 'customer' and words ~ '^The customer was merged into ';
update sale_exceptions set words = 'The customer is inactive.' where kind = 'customer' and words ~ ' is inactive\.$';
update sale_exceptions
  set words = regexp_replace(words, '^(\S+) is for .*$', '\1 is for another customer. Posted without the quote, which is still open.')
  where kind = 'quote' and words ~ '^\S+ is for .*\. Posted without the quote, which is still open\.$';
alter table sale_exceptions enable trigger sale_exceptions_stay;

-- What the audit log says of their review, of those who were erased before.
update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = now()
from sales s join customers c on c.id = s.customer_id
where c.erased_at is not null and a.record_type = 'sale' and a.record_id = s.id and a.action = 'reviewed_exception'
  and a.erased_at is null;
update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = now()
from sale_exceptions e join quotes q on e.words like q.number || ' is for %' join customers c on c.id = q.customer_id
where c.erased_at is not null and e.kind = 'quote' and a.record_type = 'sale' and a.record_id = e.sale_id
  and a.action = 'reviewed_exception' and a.erased_at is null;
