import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsLimits, type Mergeable, mergedCustomer } from './merge';

const blank: Mergeable = {
  number: 'C-00002',
  name: 'Kept',
  kind: 'company',
  contact_person: null,
  email: null,
  phone: null,
  billing_address: null,
  billing_postcode: null,
  country: 'GB',
  delivery_address: null,
  delivery_postcode: null,
  delivery_country: null,
  vat_number: null,
  tax_number: null,
  consent: 'not_asked',
  consent_at: null,
  consent_by: null,
  tags: [],
  notes: null,
};
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

test('blank fields are filled from the other customer, existing values stay', () => {
  const other = {
    ...blank,
    number: 'C-00009',
    name: 'Other',
    email: 'o@x.test',
    phone: '1',
    notes: 'Likes tea',
  };
  const merged = mergedCustomer({ ...blank, email: 'k@x.test', notes: 'Rings twice' }, other);
  expect(merged).toMatchObject({ email: 'k@x.test', phone: '1' });
  expect(merged.notes).toBe('Rings twice\n\nFrom C-00009 Other:\nLikes tea');
  expect(
    mergedCustomer({ ...blank, kind: 'person' }, { ...other, contact_person: 'Ann' }).contact_person,
  ).toBeNull();
});

test('addresses move as a whole: "the same as billing" stays so', () => {
  const other = {
    ...blank,
    billing_address: '2 High St',
    billing_postcode: 'BS1 4DJ',
    delivery_address: 'Barn',
  };
  expect(mergedCustomer({ ...blank, billing_address: '1 Mill Lane' }, other)).toMatchObject({
    billing_address: '1 Mill Lane',
    billing_postcode: null,
    delivery_address: null,
  });
  expect(mergedCustomer(blank, other)).toMatchObject({
    billing_postcode: 'BS1 4DJ',
    delivery_address: 'Barn',
  });
});

test('the latest consent counts, and a refusal if both have the same time', () => {
  const given = { ...blank, consent: 'given' as const, consent_at: day(5), consent_by: 'Ann' };
  const withdrawn = { ...blank, consent: 'withdrawn' as const, consent_at: day(6), consent_by: 'Bob' };
  for (const [kept, other] of [
    [given, withdrawn],
    [withdrawn, given],
    [blank, withdrawn],
    [{ ...given, consent_at: day(6) }, withdrawn],
    [withdrawn, { ...given, consent_at: day(6) }],
  ] as const)
    expect(mergedCustomer(kept, other)).toMatchObject({ consent: 'withdrawn', consent_by: 'Bob' });
  expect(mergedCustomer({ ...withdrawn, consent_at: day(1) }, given).consent).toBe('given');
  // An earlier refusal does not outlast a later consent, and a customer who was never asked changes nothing.
  expect(mergedCustomer(given, { ...withdrawn, consent_at: day(4) }).consent).toBe('given');
  expect(mergedCustomer(given, blank)).toMatchObject({ consent: 'given', consent_by: 'Ann' });
  expect(mergedCustomer({ ...withdrawn, consent_at: null }, blank).consent_by).toBe('Bob');
});

test('contact person and tax number are filled in, tags are in order, and equal notes are kept once', () => {
  const other = {
    ...blank,
    contact_person: 'Ann',
    tax_number: 'FR 12',
    tags: ['cash', 'vip'],
    notes: 'Likes tea',
  };
  expect(mergedCustomer(blank, other)).toMatchObject({ contact_person: 'Ann', tax_number: 'FR 12' });
  expect(mergedCustomer({ ...blank, contact_person: 'Bob', tax_number: 'DE 34' }, other)).toMatchObject({
    contact_person: 'Bob',
    tax_number: 'DE 34',
  });
  expect(mergedCustomer({ ...blank, tags: ['trade', 'cash'] }, other).tags).toEqual(['cash', 'trade', 'vip']);
  expect(mergedCustomer({ ...blank, notes: 'Likes tea' }, other).notes).toBe('Likes tea');
  expect(mergedCustomer(blank, other).notes).toBe('From C-00002 Kept:\nLikes tea');
});

test('a merge never loses or replaces anything of the kept customer', () => {
  const text = fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: null });
  const customer = fc.record({
    email: text,
    phone: text,
    vat_number: text,
    billing_address: text,
    notes: text,
    tags: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(customer, customer, (one, two) => {
      const kept = { ...blank, ...one };
      const merged = mergedCustomer(kept, { ...blank, ...two });
      for (const field of ['email', 'phone', 'vat_number', 'billing_address'] as const)
        expect(merged[field]).toBe(kept[field] ?? two[field]);
      expect(new Set(merged.tags)).toEqual(new Set([...one.tags, ...two.tags]));
      expect(new Set(merged.tags).size).toBe(merged.tags.length);
      for (const notes of [one.notes, two.notes]) expect(merged.notes ?? '').toContain(notes ?? '');
      // Repeating the merge changes nothing but the notes, which state their origin again.
      expect({ ...mergedCustomer({ ...kept, ...merged }, { ...blank, ...two, notes: null }) }).toEqual(
        merged,
      );
    }),
    { numRuns: 1000 },
  );
});

test('a merge that would not fit the form is refused', () => {
  const merged = mergedCustomer(blank, blank);
  expect(fitsLimits(merged)).toEqual({ allowed: true });
  const most = Array.from({ length: 30 }, (_, n) => `t${n}`);
  expect(fitsLimits({ ...merged, notes: 'x'.repeat(4000), tags: most })).toEqual({ allowed: true });
  expect(fitsLimits({ ...merged, notes: 'x'.repeat(4001) })).toMatchObject({ allowed: false });
  expect(fitsLimits({ ...merged, tags: Array.from({ length: 31 }, (_, n) => `t${n}`) })).toMatchObject({
    allowed: false,
  });
});
