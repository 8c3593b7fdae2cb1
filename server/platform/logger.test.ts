import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { fillDisk } from '../../tests/support/fill-disk';
import { mountSmallDisk } from '../../tests/support/small-disk';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { createLogger } from './logger';

/** A logger that writes to a descriptor, and closes it at the end. */
function loggerTo(descriptor: number) {
  const logger = createLogger('info', descriptor);
  onTestFinished(logger.close);
  return logger;
}

/** A pipe of 64 KB, of which no one reads. */
function unreadPipe(): number {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
}

type Line = { readonly nth?: number; readonly lines?: number; readonly msg: string };

/** What has been written and not yet read. */
function readAll(pipe: number): string {
  const part = Buffer.alloc(65_536);
  let text = '';
  for (;;) {
    try {
      text += part.toString('utf8', 0, readSync(pipe, part));
    } catch {
      return text;
    }
  }
}

const written = 20_000;

test('R40 output that is not read keeps no one waiting; afterwards the lost lines are counted', async () => {
  const pipe = unreadPipe();
  const { log, lostLines } = loggerTo(pipe);
  // 3 MB: more than the pipe and what may wait. A logger that waited would never return.
  for (let nth = 1; nth <= written; nth += 1) log.warn({ nth, words: 'x'.repeat(100) }, 'request failed');

  let text = '';
  let lines: Line[] = [];
  await expect
    .poll(() => {
      text += readAll(pipe);
      lines = text
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as Line);
      return lines.at(-1)?.msg;
    })
    .toBe('some log lines could not be written and are lost');
  const arrived = lines.filter(({ msg }) => msg === 'request failed');
  expect(arrived.map(({ nth }) => nth)).toEqual(arrived.map((_, place) => place + 1));
  expect(arrived.length).toBeLessThan(written);
  expect(arrived.length + (lines.at(-1)?.lines ?? 0)).toBe(written);
  expect(arrived.length + lostLines()).toBe(written);
});

const disk = mountSmallDisk();
afterAll(() => disk?.unmount());
test.skipIf(disk === null)(
  'R40 with space again on a disk that was full, the log goes on by itself, with whole lines, and counts the lost ones',
  async () => {
    const folder = disk?.folder ?? '';
    const file = join(folder, 'log');
    const { log, lostLines } = loggerTo(
      openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND),
    );
    fillDisk(folder);
    for (let nth = 1; nth <= written; nth += 1) log.warn({ nth, words: 'x'.repeat(100) }, 'request failed');
    await expect.poll(lostLines).toBeGreaterThan(0);
    expect(readFileSync(file, 'utf8').length).toBeLessThanOrEqual(4096);

    disk?.resize(4);
    const lines = () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as Line);
    await expect.poll(() => lines().at(-1)?.lines).toBe(lostLines());
    const arrived = lines().slice(0, -1);
    expect(arrived.map(({ nth }) => nth)).toEqual(arrived.map((_, place) => place + 1));
    expect(arrived.length + lostLines()).toBe(written);
  },
);

test('R40 a full disk does not end the process', async () => {
  const { log } = loggerTo(openSync('/dev/full', constants.O_WRONLY));
  for (let nth = 1; nth <= 3; nth += 1) {
    log.error({ nth }, 'request failed');
    // An unheard error of the output would fail the run in one of the next turns.
    await new Promise(setImmediate);
  }
  expect(log.isLevelEnabled('error')).toBe(true);
});

test('R40 a log that is closed writes to no file that has its descriptor afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, close } = createLogger('info', openSync('/dev/full', constants.O_WRONLY));
  log.error('request failed');
  // It will be tried again.
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  await close();
  // A new file gets the lowest free descriptor.
  const folder = temporaryFolder();
  const files = Array.from({ length: 20 }, (_, nth) => join(folder, `${nth}`));
  const descriptors = files.map(file => openSync(file, 'w'));
  onTestFinished(() => descriptors.forEach(descriptor => closeSync(descriptor)));
  vi.advanceTimersByTime(60_000);
  const contents = await Promise.all(files.map(file => readFile(file, 'utf8')));
  expect(contents.join('')).toBe('');
});
