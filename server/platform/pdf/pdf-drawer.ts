import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PdfFailed } from './pdf-failed';
import type { Drawable } from './pdf-messages';
import { openPdfThread, type PdfTask, type PdfThread } from './pdf-thread';

export { PdfFailed } from './pdf-failed';
export type PdfDrawer = ReturnType<typeof openPdfDrawer>;

/**
 * Draws documents in threads of their own, so that a report of 200 pages does not delay other requests. At most
 * `threads` draw at once and `maxWaiting` wait; a thread that exceeds its time or memory, or dies, fails its one
 * document with PdfFailed and is replaced, and so is one whose document no one waits for any more. An idle thread ends
 * after `idleMs`.
 * `watermark` is printed across every page.
 */
export function openPdfDrawer({
  threads: maxThreads = 2,
  maxWaiting = 20,
  timeLimitMs = 60_000,
  memoryLimitMb = 1024,
  idleMs = 60_000,
  workerFile = findWorkerFile(),
  watermark = null as string | null,
} = {}) {
  const threads = new Set<PdfThread>();
  const waiting: PdfTask[] = [];
  let closed = false;

  /** `signal` stops it, whether it is waiting or being drawn. */
  function draw(document: Drawable, signal?: AbortSignal): Promise<Buffer> {
    let stop = (): void => undefined;
    const drawn = new Promise<Buffer>((done, fail) => {
      const stopped = () => new PdfFailed('stopped', { cause: signal?.reason });
      if (closed) return fail(new PdfFailed('closed'));
      if (signal?.aborted) return fail(stopped());
      if (waiting.length >= maxWaiting) return fail(new PdfFailed('busy'));
      const task = { document, done, fail };
      stop = () => abandon(task, stopped());
      signal?.addEventListener('abort', stop);
      waiting.push(task);
      serve();
    });
    // That of a job lives for longer.
    const forget = () => signal?.removeEventListener('abort', stop);
    drawn.then(forget, forget);
    return drawn;
  }

  function abandon(task: PdfTask, why: PdfFailed): void {
    const place = waiting.indexOf(task);
    if (place < 0) for (const thread of threads) thread.abandon(task, why);
    else waiting.splice(place, 1)[0]?.fail(why);
  }

  function serve(): void {
    while (waiting.length > 0) {
      const free = [...threads].find(thread => !thread.isBusy());
      if (!free && threads.size >= maxThreads) return;
      const task = waiting.shift();
      if (task) (free ?? hire()).give(task);
    }
  }

  function hire(): PdfThread {
    const thread = openPdfThread({
      workerFile,
      watermark,
      memoryLimitMb,
      timeLimitMs,
      idleMs,
      onFree: serve,
      onGone: () => threads.delete(thread),
    });
    threads.add(thread);
    return thread;
  }

  /** Ends all threads; pending documents fail with "closed". */
  async function close(): Promise<void> {
    closed = true;
    for (const task of waiting.splice(0)) task.fail(new PdfFailed('closed'));
    for (const thread of threads) thread.giveUp(new PdfFailed('closed'));
    await Promise.all([...threads].map(thread => thread.end()));
  }

  return { draw, close };
}

/**
 * The thread's program: beside this file, or one folder up once bundled; in tests a loader for its TypeScript source.
 */
function findWorkerFile(): string {
  const places = ['./pdf-worker.js', '../pdf-worker.js', './pdf-worker-from-source.mjs'];
  const found = places.map(place => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (!found) throw new Error('pdf-worker.js is missing from the server folder. Run the build again.');
  return found;
}
