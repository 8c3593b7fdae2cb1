import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { limitConcurrency } from '../turns';
import { spool } from './spool';

const megabyte = 1024 * 1024;

/** Pieces of different lengths, and whether all of them were asked for. */
function someSource(bytes: number) {
  const state = { produced: 0, isClosed: false };
  async function* pieces() {
    try {
      for (let nth = 0; state.produced < bytes; nth++) {
        const piece = Buffer.alloc(1 + ((nth * 7919) % 50_000), `${nth} `);
        state.produced += piece.length;
        yield piece;
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { state, open: () => Readable.from(pieces(), { objectMode: false }) };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.each([0, 1, 100_000, 5 * megabyte])('%d bytes come out as they went in', async bytes => {
  const given = hashOf(await buffer(someSource(bytes).open()));
  expect(hashOf(await buffer(spool(someSource(bytes).open)))).toBe(given);
});

test('R22 the source is read to its end although nobody reads the result, which is complete later', async () => {
  const given = hashOf(await buffer(someSource(5 * megabyte).open()));
  const { open, state } = someSource(5 * megabyte);
  const output = spool(open);
  await expect.poll(() => state.isClosed).toBe(true);
  const parts: Buffer[] = [];
  for await (const part of output) {
    parts.push(part as Buffer);
    if (parts.length % 20 === 0) await pause(1);
  }
  expect(hashOf(Buffer.concat(parts))).toBe(given);
});

test('an error of the source is the error of the result', async () => {
  async function* pieces() {
    yield 'a';
    throw new Error('no more rows');
  }
  await expect(buffer(spool(() => Readable.from(pieces(), { objectMode: false })))).rejects.toThrow(
    'no more rows',
  );
});

test('destroying the result ends the source, or keeps it from being opened', async () => {
  const turn = limitConcurrency(1);
  const { open, state } = someSource(1000 * megabyte);
  const output = spool(open, turn);
  let opened = 0;
  const waiting = spool(() => (opened++, Readable.from([])), turn);
  waiting.destroy();
  await expect.poll(() => state.produced).toBeGreaterThan(0);
  output.destroy();
  await expect.poll(() => state.isClosed).toBe(true);
  expect(state.produced).toBeLessThan(1000 * megabyte);
  await pause(10);
  expect(opened).toBe(0);
});
