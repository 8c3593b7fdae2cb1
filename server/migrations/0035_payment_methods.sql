-- The firm chooses where the money of a method is kept. What was posted stays, so a tender remembers the account that it
-- moved where that is not the usual one of its method (rule L4).
alter table sale_tenders add column account_code text references accounts on delete restrict;
alter table refund_tenders add column account_code text references accounts on delete restrict;

-- How prices begin at the sales desk; each sale may be entered otherwise.
alter table selling_settings add column desk_price_mode text not null default 'inclusive'
  constraint selling_settings_desk_price_mode_is_known check (desk_price_mode in ('inclusive', 'exclusive'));
