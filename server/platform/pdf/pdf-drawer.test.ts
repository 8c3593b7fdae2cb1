import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PdfDocument } from './pdf-document';
import { openPdfDrawer, type PdfDrawer } from './pdf-drawer';

/** Real threads whose programs misbehave as the title says. "fine" returns its thread's number. */
const program = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ id, document }) => {
  if (document.title === 'fine') parentPort.postMessage({ id, bytes: Uint8Array.of(threadId) });
  if (document.title === 'refuse') parentPort.postMessage({ id, failure: 'unknown font' });
  if (document.title === 'throw') throw new Error('broken');
  if (document.title === 'exit') process.exit(1);
  if (document.title === 'loop') for (;;);
  if (document.title === 'hoard') { const all = []; for (;;) all.push(new Array(10_000).fill(all.length)); }
});`;

let folder: string;
let workerFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-pdf-'));
  workerFile = join(folder, 'worker.mjs');
  await writeFile(workerFile, program);
});
afterAll(() => rm(folder, { recursive: true }));

let drawer: PdfDrawer | undefined;
afterEach(() => drawer?.close());
const open = (options: Parameters<typeof openPdfDrawer>[0] = {}) => {
  drawer = openPdfDrawer({ workerFile, ...options });
  return drawer;
};
const titled = (title: string): PdfDocument => ({ title, author: '', printedAt: new Date(0), blocks: [] });

test.each([
  ['refuse', 'failed'],
  ['throw', 'failed'],
  ['exit', 'failed'],
  ['hoard', 'too large'],
  ['loop', 'too slow'],
])(
  'a thread that answers with %j fails its document as %j, and the next one is drawn',
  async (title, reason) => {
    // A time limit that only the endless loop reaches, not a thread that starts slowly.
    const { draw } = open({ threads: 1, memoryLimitMb: 32, timeLimitMs: title === 'loop' ? 5_000 : 30_000 });
    const [failed, next] = await Promise.allSettled([draw(titled(title)), draw(titled('fine'))]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'PdfFailed', reason } });
    expect(next).toMatchObject({ status: 'fulfilled' });
  },
);

test('refuses a document that is not plain data, and the thread continues', async () => {
  const { draw } = open({ threads: 1 });
  const first = await draw(titled('fine'));
  await expect(draw({ ...titled('fine'), title: (() => '') as unknown as string })).rejects.toMatchObject({
    reason: 'failed',
  });
  expect(await draw(titled('fine'))).toEqual(first);
});

test('refuses a document at once when too many are waiting', async () => {
  const { draw } = open({ threads: 1, maxWaiting: 1, timeLimitMs: 5_000 });
  const results = await Promise.allSettled(['loop', 'fine', 'fine'].map(title => draw(titled(title))));
  expect(results.map(result => (result.status === 'rejected' ? result.reason.reason : 'drawn'))).toEqual([
    'too slow',
    'drawn',
    'busy',
  ]);
});

test('many documents share two threads, which are kept', async () => {
  const { draw } = open({ threads: 2, maxWaiting: 50 });
  const all = await Promise.all(Array.from({ length: 40 }, () => draw(titled('fine'))));
  expect(new Set(all.map(bytes => bytes[0])).size).toBeLessThanOrEqual(2);
});

test('an idle thread ends, and a new one draws the next document', async () => {
  const { draw } = open({ threads: 1, idleMs: 1 });
  const [first] = await draw(titled('fine'));
  await expect.poll(async () => (await draw(titled('fine')))[0], { interval: 50 }).not.toBe(first);
});

test('R09 a document that no one waits for any more is not drawn, and its thread draws for others', async () => {
  // Only the endless loop would reach the limit, long after the test.
  const { draw } = open({ threads: 1, timeLimitMs: 600_000 });
  const ending = new AbortController();
  const stopped = Promise.allSettled(['loop', 'loop'].map(title => draw(titled(title), ending.signal)));
  const next = draw(titled('fine'), new AbortController().signal);
  ending.abort();
  expect(await stopped).toMatchObject([{ reason: { reason: 'stopped' } }, { reason: { reason: 'stopped' } }]);
  expect(await next).toHaveLength(1);
  await expect(draw(titled('loop'), ending.signal)).rejects.toThrow(
    'The document took too long to create and was stopped. Choose a shorter period or fewer rows, or try again.',
  );
});

test('closing fails current and waiting documents, and accepts no more', async () => {
  const { draw, close } = open({ threads: 1 });
  const settled = Promise.allSettled([draw(titled('loop')), draw(titled('fine'))]);
  await close();
  expect(await settled).toMatchObject([{ reason: { reason: 'closed' } }, { reason: { reason: 'closed' } }]);
  await expect(draw(titled('fine'))).rejects.toThrow('The server is stopping.');
});
