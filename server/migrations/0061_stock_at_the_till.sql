-- A till asks every half minute what has moved since it last asked.
create index stock_movements_by_moment on stock_movements using brin (posted_at);
