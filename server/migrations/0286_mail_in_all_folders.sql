-- Messages are searched in all folders too, and listed by their flag.
create index mail_messages_by_time_everywhere on mail_messages (received_at, id);
create index mail_messages_flagged on mail_messages (received_at, id) where flagged;
