-- Until when the attempt blocked the PIN for the one who tried. Each further block of a day is twice as long.
alter table pin_attempts add column blocked_until timestamptz;
