import { writeFile } from 'node:fs/promises';
import { test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { productLabels } from '#domain/products/product-label.contract';
import { someProduct } from '../../../tests/support/products';
import { startTestApp } from '../../../tests/support/test-app';
test('x', async () => {
  const app = await startTestApp();
  const v = await app.as('view_product');
  const mk = (sku: string, name: string, code: string | null, price: number) => someProduct(app.db, { sku, name, price: toPence(price), barcodes: code ? [{ code, factor: undefined }] : [] });
  const ids = [await mk('TEA-0042', 'Stoneware teapot, heritage blue, 1.2 litres, with a lid that stays on when it pours', '5012345678900', 4599),
    await mk('NAP-11', 'Paper napkins', '55123457', 199), await mk('UPC-1', 'Imported kitchen roll, recycled, pack of twelve', '036000291452', 1250000),
    await mk('GT-1', 'Case of something', '15012345678907', 2500), await mk('OWN-77/b', 'Café au lait 茶 bowl', null, 5), await mk('22423ABC', 'REGENCY CAKESTAND 3 TIER', 'own-Code_99887766', 1275)];
  for (const [sheet, kind] of [['L7651', 'barcode'], ['L7160', 'barcode'], ['L7160', 'shelf'], ['L7159', 'shelf'], ['L7173', 'shelf'], ['L7163', 'shelf']] as const) {
    const r = await v.call(productLabels, { query: { sheet, kind, items: ids.map(id => `${id}x1`).join() } });
    if (r.status !== 200) console.log(sheet, kind, r.refusal);
    else await writeFile(`/tmp/labels/${sheet}-${kind}.pdf`, r.raw);
  }
  await app.close();
});
