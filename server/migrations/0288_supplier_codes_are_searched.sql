-- A product is found by what a supplier calls it, whatever the case: on its price list, or on an order to it.
create index supplier_products_by_code on supplier_products (lower(supplier_code));
create index purchase_order_lines_by_code on purchase_order_lines (lower(supplier_code))
  where supplier_code is not null and product_id is not null;
