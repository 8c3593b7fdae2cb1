-- When the daily email to the user counted the notification, so that none is counted twice.
alter table notification_recipients add column emailed_at timestamptz;
