import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { orderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { openFileStore } from '../../server/platform/files/file-store';
import { type Subject, startSubject } from '../faults/subject';
import { someSupplier } from '../support/books';
import { beginLogFile, fillDisk, fillLog, freeDisk } from '../support/fill-disk';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { mountSmallDisk } from '../support/small-disk';
import { temporaryFolder } from '../support/temporary-folder';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { multipartForm, pdfOf } from '../support/upload';

const disk = mountSmallDisk();
let shop: TestApp;
let admin: Caller;
let till: number;
beforeAll(async () => {
  if (disk === null) return;
  shop = await startTestApp({ repeats: false, files: await openFileStore(join(disk.folder, 'files')) });
  admin = await shop.as('admin');
  till = await openTill(shop.db);
});
afterAll(async () => {
  if (disk === null) return;
  await shop.close();
  disk.unmount();
});

const floor = shopFloor(() => ({ app: shop, seller: admin, till }));

test.skipIf(disk === null)(
  'R10 (skipped where no disk can be mounted) with the disk of attachments full, an upload answers 507 and stores nothing; sales go on',
  async () => {
    const { folder } = disk ?? { folder: '' };
    const id = (await admin.call(purchases.create, { body: { supplier_id: await someSupplier(shop.db) } }))
      .reply.id;
    const tea = await stockedProduct(shop.db);
    const attach = async (bytes: number) =>
      admin.call(orderAttachments.add, {
        params: { id },
        ...(await multipartForm({}, [
          { name: 'note.pdf', content: pdfOf(1_000) },
          { name: 'bill.pdf', content: pdfOf(bytes) },
        ])),
      });
    const filler = join(folder, 'other-program');
    await writeFile(filler, Buffer.alloc(700_000));
    const before = await shop.digest();

    const refused = await attach(900_000);
    expect(refused.status).toBe(507);
    expect(refused.refusal).toMatchObject({
      code: 'out_of_space',
      message:
        'The server has no disk space left for files, so nothing was stored. Free some space on the disk of DATA_DIR/files, then try again.',
    });
    expect(await shop.digest()).toBe(before);
    expect(readdirSync(join(folder, 'files', 'incoming'))).toEqual([]);

    expect((await floor.complete(floor.sent([{ product_id: tea, quantity: '1' }], 240))).status).toBe(200);

    await rm(filler);
    expect((await attach(900_000)).status).toBe(200);
  },
);

/** Enough for a new database, and for what it writes when it starts again. */
const databaseDisk = mountSmallDisk(400);
afterAll(() => databaseDisk?.unmount());

const namesIn = async (subject: Subject): Promise<string[]> => {
  const response = await subject.ask('/api/suppliers?per_page=1000');
  return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name).toSorted();
};

test.skipIf(databaseDisk === null)(
  'R10 (skipped where no disk can be mounted) with the disk of the database full, writes answer 503 and nothing is lost; with space again they are saved once',
  async () => {
    const { folder } = databaseDisk ?? { folder: '' };
    const dataDir = join(folder, 'data');
    const subject = await startSubject({ DATA_DIR: dataDir, BACKUP_DIR: temporaryFolder() });
    onTestFinished(subject.stop);
    const { pid } = subject.process;
    const saved: string[] = [];
    let waiting = { name: '', key: '' };
    /** Sends the supplier that is still to be saved, or the next one, until one has another answer. */
    const saveUntil = async (wanted: (status: number) => boolean) => {
      for (;;) {
        if (waiting.name === '') waiting = { name: `Supplier ${saved.length}`, key: randomUUID() };
        const response = await subject.ask('/api/suppliers', {
          method: 'POST',
          headers: { 'idempotency-key': waiting.key },
          body: JSON.stringify({ name: waiting.name, address: 'x'.repeat(400) }),
        });
        const text = await response.text();
        expect([200, 503], text).toContain(response.status);
        if (response.status === 200) {
          saved.push(waiting.name);
          waiting = { name: '', key: '' };
        }
        if (wanted(response.status)) return text;
      }
    };

    await saveUntil(status => status === 200);
    await beginLogFile(dataDir);
    fillDisk(folder);
    expect(await saveUntil(status => status === 503)).toContain(
      'The disk of the database is full. Nothing was changed. Free some space on it, then try again.',
    );
    // A table cannot grow, but the server goes on.
    expect(await namesIn(subject)).toEqual(saved.toSorted());

    // The log cannot grow either, so the server ends. Where there is space left in its last file, it starts again.
    await fillLog(dataDir);
    fillDisk(folder);
    await saveUntil(status => status === 503);

    freeDisk(folder);
    await expect.poll(async () => (await subject.ask('/api/health')).status, { timeout: 300_000 }).toBe(200);
    await saveUntil(status => status === 200);
    expect(await namesIn(subject)).toEqual(saved.toSorted());
    expect(subject.process.pid).toBe(pid);
  },
);
