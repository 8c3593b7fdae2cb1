import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productChoices } from '#domain/products/product-choices.contract';
import { productImages } from '#domain/products/product-image.contract';
import { products } from '#domain/products/product.contract';
import { someProduct } from '../../../tests/support/products';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, type TestFile } from '../../../tests/support/upload';

let app: TestApp;
let keeper: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_product', 'edit_product');
});
afterAll(() => app.close());

const plain = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = (width: number, height: number, background?: string) =>
  plain(width, height, background)
    .withExif({ IFD0: { Artist: 'Somebody', Copyright: 'Secret place' } })
    .jpeg()
    .toBuffer();

const send = async (id: number, files: readonly TestFile[]) =>
  keeper.call(productImages.add, { params: { id }, ...(await multipartForm({}, files, 'images[]')) });

test('a picture is resized, turned upright and stripped of all metadata', async () => {
  const id = await someProduct(app.db);
  const lying = await plain(3000, 2000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { status, reply } = await send(id, [
    { name: 'tea pot.JPG', content: await jpeg(3000, 2000) },
    { name: 'lying.jpeg', content: lying },
    { name: 'small.png', content: await plain(40, 30, 'red').png().toBuffer() },
  ]);
  expect(status).toBe(200);
  expect(reply.images.map(({ width, height }) => [width, height])).toEqual([
    [1200, 800],
    [800, 1200],
    [40, 30],
  ]);
  expect((await app.audits())[0]).toMatchObject({ action: 'picture_added', record_type: 'product' });
  const [first] = reply.images;
  const content = await keeper.call(productImages.content, { params: { id, image_id: first?.id ?? 0 } });
  expect(content.headers['content-type']).toBe('image/webp');
  // The product itself never decodes WebP.
  sharp.unblock({ operation: ['VipsForeignLoadWebp'] });
  const metadata = await sharp(content.raw).metadata();
  expect([metadata.format, metadata.width, metadata.exif, metadata.icc, metadata.xmp]).toEqual([
    'webp',
    1200,
    undefined,
    undefined,
    undefined,
  ]);
  expect(content.raw.toString('latin1')).not.toContain('Secret place');
});

test('the main picture can be changed and pictures removed; the same one is stored once', async () => {
  const id = await someProduct(app.db);
  const files = [
    { name: 'a.jpg', content: await jpeg(60, 60, 'red') },
    { name: 'b.jpg', content: await jpeg(60, 60, 'blue') },
  ];
  const [a, b] = (await send(id, files)).reply.images;
  expect((await send(id, files)).reply.images).toHaveLength(2);
  const params = { id, image_id: b?.id ?? 0 };
  expect((await keeper.call(productImages.makeFirst, { params })).reply.images).toEqual([b, a]);
  expect((await keeper.call(products.get, { params: { id } })).reply.images[0]).toEqual(b);
  expect((await keeper.call(productImages.remove, { params })).reply.images).toEqual([a]);
  expect((await keeper.call(productImages.remove, { params })).status).toBe(404);
  expect((await keeper.call(productImages.content, { params })).status).toBe(404);
});

test('a picture is served under its own product only', async () => {
  const [one, other] = [await someProduct(app.db), await someProduct(app.db)];
  const { reply } = await send(one, [{ name: 'a.jpg', content: await jpeg(9, 9) }]);
  const image_id = reply.images[0]?.id ?? 0;
  for (const call of [productImages.content, productImages.makeFirst, productImages.remove])
    expect((await keeper.call(call, { params: { id: other, image_id } })).status).toBe(404);
});

test.each([
  ['no file at all', () => [], 'Choose at least one picture'],
  ['a document', () => [{ name: 'a.pdf', content: '%PDF-1.7\n' }], 'cannot be read as a picture'],
  ['a page posing as a picture', () => [{ name: 'a.png', content: '<svg/>' }], 'Invalid file type'],
  [
    'a truncated picture',
    async () => [{ name: 'a.jpg', content: (await jpeg(900, 900)).subarray(0, 1200) }],
    'cannot be read as a picture',
  ],
  [
    'a small file that unpacks to 100 million pixels',
    async () => [{ name: 'bomb.png', content: await plain(10_000, 10_000).png().toBuffer() }],
    'cannot be read as a picture',
  ],
])('%s is refused with a message, and nothing changes', async (_, files, words) => {
  const id = await someProduct(app.db);
  const before = await app.digest();
  const { status, refusal } = await send(id, await files());
  expect([status, refusal.message]).toEqual([422, expect.stringContaining(words)]);
  expect(await app.digest()).toBe(before);
});

test('more than eight pictures are refused, also when two uploads run at once; archived products do not change', async () => {
  const id = await someProduct(app.db);
  const five = async (shade: number) =>
    Promise.all(
      [0, 1, 2, 3, 4].map(async n => ({
        name: `${n}.jpg`,
        content: await jpeg(8, 8, `rgb(${shade},${n * 50},0)`),
      })),
    );
  const both = await Promise.all([send(id, await five(10)), send(id, await five(200))]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  const gone = await someProduct(app.db);
  await keeper.call(products.archive, { params: { id: gone }, body: { archived: true } });
  expect((await send(gone, await five(0))).status).toBe(409);
  expect((await send(99_999_999, await five(0))).status).toBe(404);
});

test('the form’s choices name the masters and today’s rates', async () => {
  await someProduct(app.db);
  const { reply } = await keeper.call(productChoices);
  expect(reply.units).toEqual([{ id: expect.any(Number), name: 'Each', status: 'active' }]);
  expect(reply.vat_rates).toEqual([
    { code: 'S', rate: 2000 },
    { code: 'R', rate: 500 },
    { code: 'Z', rate: 0 },
    { code: 'E', rate: 0 },
    { code: 'O', rate: 0 },
  ]);
});
