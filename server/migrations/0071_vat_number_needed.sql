-- A firm is not registered for VAT until it has entered a number (rules V2, V23). One that has posted already keeps the
-- state that its books were kept by, and is told to enter its number: the VAT of a running shop never changes by itself.

alter table vat_registration alter column is_registered set default false;
update vat_registration set is_registered = false
  where is_registered and vat_number is null and not exists (select from journals);

-- The last two digits fit the first seven: by modulus 97, or by the newer rule, which is off by 55.
create function vat_number_fits(number text) returns boolean language sql immutable strict parallel safe as $$
  select number ~ '^GB[0-9]{9}$' and substr(number, 3, 7) <> '0000000' and substr(number, 10, 2)::integer < 97
    and (8 * substr(number, 3, 1)::integer + 7 * substr(number, 4, 1)::integer + 6 * substr(number, 5, 1)::integer
      + 5 * substr(number, 6, 1)::integer + 4 * substr(number, 7, 1)::integer + 3 * substr(number, 8, 1)::integer
      + 2 * substr(number, 9, 1)::integer + substr(number, 10, 2)::integer) % 97 in (0, 42)
$$;

-- Whoever edits the registration gives a number that fits. A row that is restored from a backup stays as it was.
create function ensure_vat_number() returns trigger
language plpgsql as $$
begin
  if new.is_registered and (new.vat_number is null or not vat_number_fits(new.vat_number)) then
    raise exception 'a firm registered for VAT has a valid VAT number'
      using errcode = 'integrity_constraint_violation', constraint = 'vat_registration_has_a_valid_number';
  end if;
  return new;
end $$;
create trigger vat_registration_has_a_valid_number before update on vat_registration
  for each row execute function ensure_vat_number();
