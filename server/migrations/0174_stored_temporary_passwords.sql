-- Replies to adding a user were stored with the temporary password. Other secret replies never were.
delete from idempotency_keys where route = 'POST /users';
