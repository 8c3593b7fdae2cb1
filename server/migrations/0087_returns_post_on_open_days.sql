-- A return to a supplier keeps its own date, as a bill does, and posts on that day or on the first open one after it (rule P13). Its journal
-- and its movements of stock are held to open days by triggers of their own.
drop trigger supplier_returns_are_dated_in_open_days on supplier_returns;
