-- The list of sales by amount and by due date, and those that came back: of some hundred thousand sales only a page is read.
create index sales_by_amount on sales (gross_pence, id);
create index sales_by_due_date on sales (due_on, id);
create index sales_that_came_back on sales (status, business_date, id) where status <> 'completed';
