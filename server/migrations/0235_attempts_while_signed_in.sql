-- Wrong passwords and codes of someone who is signed in count apart from those of strangers, who could otherwise keep them
-- from changing their password.
alter table sign_in_attempts add column while_signed_in boolean not null default false;
