import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { companySettings } from '#domain/settings/company.contract';
import { financialYear } from '#domain/settings/financial-year.contract';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, type TestFile } from '../../../tests/support/upload';

let app: TestApp;
let keeper: Caller;
let reader: Caller;
beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date('2027-02-10T12:00:00Z') });
  keeper = await app.as('view_setting', 'edit_setting', 'view_supplier', 'create_supplier');
  reader = await app.as('view_setting');
});
afterAll(() => app.close());

const facts = {
  name: 'Harbour Vale Ltd',
  trading_name: 'The Harbour Shop',
  address: ' 1 Quay Street\nBristol BS1 4QA ',
  registered_office: '9 High Street\nBath',
  company_number: ' 1234567 ',
  phone: '0117 496 0000',
  email: 'office@harbour.example',
  website: 'harbour.example',
};
const save = (body: object, who = keeper) => who.call(companySettings.save, { body: { ...facts, ...body } });

test("the company's documents have its details, and each change is in the audit log, before and after", async () => {
  expect((await reader.call(companySettings.get)).reply).toMatchObject({
    name: '',
    version: 1,
    logo: null,
  });
  const { reply } = await save({});
  expect(reply).toMatchObject({
    address: '1 Quay Street\nBristol BS1 4QA',
    company_number: '01234567',
    version: 2,
  });
  expect(reply.head).toEqual({
    name: 'The Harbour Shop',
    lines: [
      'Harbour Vale Ltd',
      '1 Quay Street',
      'Bristol BS1 4QA',
      '0117 496 0000',
      'office@harbour.example',
      'harbour.example',
      'Company number 01234567',
      'Registered office: 9 High Street, Bath',
    ],
  });
  await save({ phone: null });
  expect((await app.audits())[0]).toEqual({
    action: 'edited',
    record_type: 'setting',
    record_id: null,
    record_name: 'Company',
    before: { phone: '0117 496 0000' },
    after: { phone: null },
  });
  const { reply: supplier } = await keeper.call(suppliers.create, { body: { name: 'Thornbury' } });
  const report = await keeper.call(suppliers.exportPdf, { params: { id: supplier.id } });
  const text = await textOfPdf(report.raw);
  for (const line of ['The Harbour Shop', 'Harbour Vale Ltd', 'Company number 01234567'])
    expect(text).toContain(line);
});

test('a stale edit is refused with the current values; of two concurrent ones one is', async () => {
  const { version } = (await reader.call(companySettings.get)).reply;
  const both = await Promise.all(['A', 'B'].map(phone => save({ phone, version })));
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409)?.refusal;
  expect(refused?.current).toMatchObject({ name: 'Harbour Vale Ltd', version: version + 1 });
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a company number of six digits', { company_number: '123456' }, 'company_number'],
  ['an invalid email address', { email: 'office' }, 'email'],
])('%s is refused at its field', async (_, body, field) => {
  const before = await app.digest();
  const { status, refusal } = await save(body);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect(await app.digest()).toBe(before);
});

const sendLogo = async (files: readonly TestFile[], who = keeper) =>
  who.call(companySettings.addLogo, await multipartForm({}, files, 'logo'));
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1f6b4c80' } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .png()
    .toBuffer();

test('a logo is resized, stripped of metadata, and printed on documents until it is removed', async () => {
  const { status, reply } = await sendLogo([{ name: 'Our logo.PNG', content: await picture(1800, 600) }]);
  expect([status, reply.logo]).toEqual([200, expect.objectContaining({ width: 576, height: 192 })]);
  const logo = Buffer.from(reply.logo?.address.replace('data:image/png;base64,', '') ?? '', 'base64');
  const { format, exif, hasAlpha } = await sharp(logo).metadata();
  expect([format, exif, hasAlpha]).toEqual(['png', undefined, true]);
  expect((await app.audits())[0]).toMatchObject({ before: { logo: null }, after: { logo: '576 × 192' } });
  const { reply: supplier } = await keeper.call(suppliers.create, { body: { name: 'With a logo' } });
  const report = async () =>
    (await keeper.call(suppliers.exportPdf, { params: { id: supplier.id } })).raw.toString('latin1');
  expect(await report()).toContain('/Subtype /Image');
  expect((await keeper.call(companySettings.removeLogo)).reply.logo).toBeNull();
  expect((await keeper.call(companySettings.removeLogo)).status).toBe(404);
  expect(await report()).not.toContain('/Subtype /Image');
});

test.each([
  ['no file', () => [], 'Choose one JPEG or PNG picture'],
  ['a document', () => [{ name: 'a.pdf', content: '%PDF-1.7\n' }], 'cannot be read as a picture'],
  ['a page posing as a picture', () => [{ name: 'a.png', content: '<svg/>' }], 'Invalid file type'],
])('refuses %s as a logo, with a message', async (_, files, words) => {
  const before = await app.digest();
  const { status, refusal } = await sendLogo(files());
  expect([status, refusal.message]).toEqual([422, expect.stringContaining(words)]);
  expect(await app.digest()).toBe(before);
});

test("D4 the financial year starts on the company's day, never on one that some months lack", async () => {
  expect((await reader.call(financialYear.get)).reply).toEqual({
    starts: '04-01',
    current: { from: '2026-04-01', to: '2027-03-31' },
    version: 1,
  });
  const set = (starts: string, version?: number) =>
    keeper.call(financialYear.save, { body: version === undefined ? { starts } : { starts, version } });
  expect((await set('04-06', 1)).reply).toEqual({
    starts: '04-06',
    current: { from: '2026-04-06', to: '2027-04-05' },
    version: 2,
  });
  expect((await app.audits())[0]).toMatchObject({ before: { starts: '04-01' }, after: { starts: '04-06' } });
  expect((await set('01-01', 1)).status).toBe(409);
  for (const wrong of ['02-29', '13-01', '00-10', '4-1', '']) expect((await set(wrong)).status).toBe(422);
});

test('read-only users change nothing, and without permission nothing is shown', async () => {
  const noOne = await app.as('view_user');
  const before = await app.digest();
  expect((await save({}, reader)).status).toBe(403);
  expect((await sendLogo([], reader)).status).toBe(403);
  expect((await noOne.call(companySettings.get)).status).toBe(403);
  expect((await noOne.call(financialYear.get)).status).toBe(403);
  expect(await app.digest()).toBe(before);
});
