import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './pdf-document';
import type { PdfAnswer, PdfJob } from './pdf-messages';

/** Why a document could not be drawn; `message` is a sentence for people. */
export class PdfFailed extends Error {
  readonly reason: keyof typeof sentences;
  constructor(reason: keyof typeof sentences, options?: ErrorOptions) {
    super(sentences[reason], options);
    this.name = 'PdfFailed';
    this.reason = reason;
  }
}

const sentences = {
  busy: 'Too many documents are being drawn at the moment. Try again in a minute.',
  'too slow': 'The document took too long to draw. Choose a shorter period or fewer rows.',
  'too large': 'The document is too large to draw. Choose a shorter period or fewer rows.',
  failed: 'The document could not be drawn.',
  closed: 'The server is stopping. Try again in a minute.',
};

export type PdfDrawer = ReturnType<typeof openPdfDrawer>;

type Task = {
  readonly document: PdfDocument;
  readonly done: (bytes: Buffer) => void;
  readonly fail: (error: PdfFailed) => void;
};
type Seat = { readonly worker: Worker; task?: Task | undefined; timer?: NodeJS.Timeout | undefined };

/**
 * Draws documents in threads of their own, so that a report of 200 pages does not hold up anybody's request.
 * At most `threads` draw at once and `mostWaiting` wait; a thread that exceeds its time or memory, or dies, fails
 * its one document with PdfFailed and is replaced. An idle thread is given up after `idleMs`.
 */
export function openPdfDrawer({
  threads = 2,
  mostWaiting = 20,
  timeLimitMs = 60_000,
  memoryLimitMb = 1024,
  idleMs = 60_000,
  workerFile = findWorkerFile(),
} = {}) {
  const seats = new Set<Seat>();
  const waiting: Task[] = [];
  let jobs = 0;
  let closed = false;

  function draw(document: PdfDocument): Promise<Buffer> {
    return new Promise((done, fail) => {
      if (closed) return fail(new PdfFailed('closed'));
      if (waiting.length >= mostWaiting) return fail(new PdfFailed('busy'));
      waiting.push({ document, done, fail });
      serve();
    });
  }

  function serve(): void {
    while (waiting.length > 0) {
      const free = [...seats].find(seat => !seat.task);
      if (!free && seats.size >= threads) return;
      const task = waiting.shift();
      if (task) give(free ?? hire(), task);
    }
  }

  function hire(): Seat {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb } });
    const seat: Seat = { worker };
    seats.add(seat);
    worker.on('message', (answer: PdfAnswer) => {
      finish(seat, task => {
        if ('bytes' in answer) task.done(Buffer.from(answer.bytes.buffer));
        else task.fail(new PdfFailed('failed', { cause: answer.failure }));
      });
      serve();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      // It is about to exit: nobody may be served from this seat any more.
      seats.delete(seat);
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too large' : 'failed';
      finish(seat, task => task.fail(new PdfFailed(reason, { cause: error })));
    });
    worker.on('exit', () => {
      clearTimeout(seat.timer);
      seats.delete(seat);
      finish(seat, task => task.fail(new PdfFailed('failed')));
      serve();
    });
    return seat;
  }

  function give(seat: Seat, task: Task): void {
    clearTimeout(seat.timer);
    seat.task = task;
    seat.worker.ref();
    seat.timer = setTimeout(() => {
      finish(seat, stopped => stopped.fail(new PdfFailed('too slow')));
      void dismiss(seat);
    }, timeLimitMs);
    try {
      seat.worker.postMessage({ id: ++jobs, document: task.document } satisfies PdfJob);
    } catch (error) {
      finish(seat, refused => refused.fail(new PdfFailed('failed', { cause: error })));
    }
  }

  /** Settles the seat's task, if it still has one, and lets it rest. */
  function finish(seat: Seat, settle: (task: Task) => void): void {
    const { task } = seat;
    if (!task) return;
    clearTimeout(seat.timer);
    seat.task = undefined;
    // A resting thread must not keep the process alive.
    seat.worker.unref();
    seat.timer = setTimeout(() => void dismiss(seat), idleMs).unref();
    settle(task);
  }

  function dismiss(seat: Seat): Promise<number> {
    clearTimeout(seat.timer);
    seats.delete(seat);
    return seat.worker.terminate();
  }

  /** Ends all threads; documents not yet drawn fail with "closed". */
  async function close(): Promise<void> {
    closed = true;
    for (const task of waiting.splice(0)) task.fail(new PdfFailed('closed'));
    for (const seat of seats) finish(seat, task => task.fail(new PdfFailed('closed')));
    await Promise.all([...seats].map(dismiss));
  }

  return { draw, close };
}

/**
 * The thread's program: beside this file, or one folder up, once bundled; before that (in tests) a starter that
 * loads its TypeScript source.
 */
function findWorkerFile(): string {
  const places = ['./pdf-worker.js', '../pdf-worker.js', './pdf-worker-from-source.mjs'];
  const found = places.map(place => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (!found) throw new Error('pdf-worker.js is missing beside the server. Build it again.');
  return found;
}
