-- VAT from before the first day set for the first return was returned elsewhere too, without an import (decision 189).
alter table vat_cut_over_journals alter column import_id drop not null;
comment on column vat_cut_over_journals.import_id is 'null for VAT from before the first return';
