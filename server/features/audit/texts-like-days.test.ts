import { expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { startTestApp } from '../../../tests/support/test-app';

test('F43 a name that looks like a day and is none is listed and exported as it was entered', async () => {
  const shop = await startTestApp();
  try {
    const admin = await shop.as('admin');
    const name = '2026-13-01';
    const { reply } = await admin.call(suppliers.create, { body: { name, contact_person: '0000-00-00' } });
    await admin.call(suppliers.update, { params: { id: reply.id }, body: { name: '2026-02-30' } });
    const list = await admin.call(audit.list, { query: { record_type: 'supplier' } });
    expect([list.status, list.reply.total]).toEqual([200, 2]);
    const file = await admin.call(audit.export, { query: { format: 'csv', record_type: 'supplier' } });
    expect(file.status).toBe(200);
    expect(file.raw.toString('utf8')).toMatch(/2026-02-30[^]*2026-13-01[^]*0000-00-00/);
  } finally {
    await shop.close();
  }
});
