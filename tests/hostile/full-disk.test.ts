import { readdirSync } from 'node:fs';
import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { openFileStore } from '../../server/platform/files/file-store';
import { someSupplier } from '../support/books';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { mountSmallDisk } from '../support/small-disk';
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
