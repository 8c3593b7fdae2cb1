-- Sales history: documents that were written elsewhere, line by line, with what became of each line.

-- Rates of the years that histories reach back to (rule V1).
insert into vat_rates (code, valid_from, rate_percent) values
  ('S', '1991-04-01', 17.5), ('S', '2008-12-01', 15), ('S', '2010-01-01', 17.5)
  on conflict do nothing;

alter table imports
  -- Documents are posted in batches: how many there are, and the last one that is done with. Below nothing: the
  -- products and customers that they name are not there yet.
  add column document_count integer not null default 0,
  add column document_cursor integer not null default -1,
  -- Since when, and from which document on, it has been at work without a pause.
  add column run_started_at timestamptz,
  add column run_from integer not null default 0,
  -- What was read: lines and amounts, and what trying out the first documents came to.
  add column history jsonb,
  drop constraint imports_state_is_known,
  add constraint imports_state_is_known check (state in
    ('reading', 'mapping', 'checking', 'checked', 'committing', 'paused', 'done', 'undoing', 'undone', 'failed'));

-- One for each number of a file, in the order in which they are posted.
create table sales_history_documents (
  import_id bigint not null references imports on delete cascade,
  position integer not null,
  number text not null,
  number_key text not null,
  is_cancellation boolean not null,
  sold_at timestamptz not null,
  business_date date not null,
  customer_number text,
  country text,
  -- Its lines in short: the same number with other lines is another document.
  content_hash text not null,
  primary key (import_id, position),
  constraint sales_history_documents_are_one_each unique (import_id, number_key)
);
create index sales_history_documents_by_number on sales_history_documents (number_key);

create table sales_history_lines (
  import_id bigint not null references imports on delete cascade,
  row_number integer not null,
  number_key text not null,
  -- Where it stands in its document, from 1.
  ordinal integer not null,
  is_cancellation boolean not null,
  customer_number text,
  sku text not null,
  description text not null,
  quantity numeric(14, 3) not null,
  -- In thousandths of a penny, and quantity times price in millionths of one: exact, before anything is rounded.
  price_millipence bigint not null,
  amount_micropence bigint not null,
  treatment text constraint sales_history_lines_treatment_is_known check
    (treatment in ('sale', 'charge', 'given', 'found', 'write_off', 'return')),
  outcome text not null constraint sales_history_lines_outcome_is_known check (outcome in ('planned', 'posted', 'already', 'listed')),
  reason text,
  message text,
  -- Of a return: which lines it takes from, and how much: [{"key": number, "ordinal": 1, "quantity": "2"}].
  originals jsonb,
  -- Where a posted line stands, and for how much, in the price mode of the file.
  document_type text,
  document_id bigint,
  document_line integer,
  posted_pence bigint,
  primary key (import_id, row_number),
  constraint sales_history_lines_say_why_not check ((outcome = 'listed') = (reason is not null)),
  constraint sales_history_lines_have_a_treatment check (outcome = 'listed' or treatment is not null),
  constraint sales_history_lines_stand_somewhere check ((outcome = 'posted') = (document_id is not null))
);
create index sales_history_lines_by_document on sales_history_lines (import_id, number_key, ordinal);
create index sales_history_lines_that_are_listed on sales_history_lines (import_id, reason, row_number) where outcome = 'listed';
-- A line of a document is posted once, from whichever file and however often.
create unique index sales_history_lines_are_posted_once on sales_history_lines (number_key, ordinal) where outcome = 'posted';

-- What an import has posted: its documents, to be added up against its lines.
create table sales_history_posted (
  import_id bigint not null references imports on delete restrict,
  document_type text not null,
  document_id bigint not null,
  primary key (document_type, document_id)
);
create index sales_history_posted_by_import on sales_history_posted (import_id);

-- Who a number of a history stands for.
create table sales_history_customers (
  number text primary key,
  customer_id bigint not null references customers on delete cascade
);
create index sales_history_customers_by_customer on sales_history_customers (customer_id);
