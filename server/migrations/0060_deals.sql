-- Deals over several items at one price: so many of something for a price, and a choice out of groups for a price.

alter table promotions
  -- Of a deal's price. Prices of single units are in the mode of their products.
  add column price_includes_vat boolean not null default true,
  drop constraint promotions_kind_is_known,
  add constraint promotions_kind_is_known
    check (kind in ('percentage', 'fixed_price', 'buy_x_get_y', 'n_for_price', 'mix_and_match')),
  drop constraint promotions_apply_to_something_known,
  add constraint promotions_apply_to_something_known
    check (applies_to in ('everything', 'products', 'categories', 'groups')),
  drop constraint promotions_have_the_terms_of_their_kind,
  add constraint promotions_have_the_terms_of_their_kind check (
    (percent_off is not null) = (kind in ('percentage', 'buy_x_get_y'))
    and (price_pence is not null) = (kind in ('fixed_price', 'n_for_price', 'mix_and_match'))
    and (buy_units is not null) = (kind in ('buy_x_get_y', 'n_for_price'))
    and (get_units is not null) = (kind = 'buy_x_get_y')
    and (applies_to = 'groups') = (kind = 'mix_and_match')
    and (price_includes_vat or kind in ('n_for_price', 'mix_and_match')));

-- The groups of "mix and match": so many units out of each make a set.
create table promotion_groups (
  promotion_id bigint not null references promotions on delete cascade,
  position integer not null constraint promotion_groups_are_at_most_ten check (position between 1 and 10),
  units integer not null constraint promotion_groups_have_units check (units between 1 and 1000),
  primary key (promotion_id, position)
);

create table promotion_group_products (
  promotion_id bigint not null,
  position integer not null,
  product_id bigint not null constraint promotion_group_products_product_exists references products on delete cascade,
  primary key (promotion_id, position, product_id),
  foreign key (promotion_id, position) references promotion_groups on delete cascade
);
create index promotion_group_products_by_product on promotion_group_products (product_id);

create table promotion_group_categories (
  promotion_id bigint not null,
  position integer not null,
  category_id bigint not null
    constraint promotion_group_categories_category_exists references categories on delete restrict,
  primary key (promotion_id, position, category_id),
  foreign key (promotion_id, position) references promotion_groups on delete cascade
);
create index promotion_group_categories_by_category on promotion_group_categories (category_id);
