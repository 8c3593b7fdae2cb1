-- The list of supplier bills is sorted by these days (R6).
create index supplier_bills_by_date on supplier_bills (bill_date, id);
create index supplier_bills_by_due_date on supplier_bills (due_on, id);
