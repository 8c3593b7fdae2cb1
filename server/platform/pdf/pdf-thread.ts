import { Worker } from 'node:worker_threads';
import { PdfFailed } from './pdf-failed';
import type { Drawable, PdfAnswer, PdfJob, PdfWorkerData } from './pdf-messages';

export type PdfTask = {
  readonly document: Drawable;
  readonly done: (bytes: Buffer) => void;
  readonly fail: (error: PdfFailed) => void;
};

export type PdfThread = ReturnType<typeof openPdfThread>;

type Options = {
  readonly workerFile: string;
  readonly watermark: string | null;
  readonly memoryLimitMb: number;
  readonly timeLimitMs: number;
  readonly idleMs: number;
  /** The thread is free for the next document, or can be replaced. */
  readonly onFree: () => void;
  /** The thread has gone and must not be given more work. */
  readonly onGone: () => void;
};

/** One thread that draws one document at a time, and does not keep the process alive while idle. */
export function openPdfThread(options: Options) {
  const { workerFile, watermark, memoryLimitMb, timeLimitMs, idleMs, onFree, onGone } = options;
  const worker = new Worker(workerFile, {
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    workerData: { watermark } satisfies PdfWorkerData,
  });
  let task: PdfTask | undefined;
  let timer: NodeJS.Timeout | undefined;
  let jobs = 0;

  function give(next: PdfTask): void {
    clearTimeout(timer);
    task = next;
    worker.ref();
    timer = setTimeout(() => abandon(next, new PdfFailed('too slow')), timeLimitMs);
    try {
      worker.postMessage({ id: ++jobs, document: next.document } satisfies PdfJob);
    } catch (error) {
      giveUp(new PdfFailed('failed', { cause: error }));
    }
  }

  /** Settles the current task, if any, and marks the thread as idle. */
  function finish(settle: (task: PdfTask) => void): void {
    if (!task) return;
    const finished = task;
    clearTimeout(timer);
    task = undefined;
    // An idle thread must not keep the process alive.
    worker.unref();
    timer = setTimeout(() => void end(), idleMs).unref();
    settle(finished);
  }

  const giveUp = (why: PdfFailed): void => finish(refused => refused.fail(why));

  /** Ends in the middle of this task, if it is the current one: nothing else stops a thread that computes. */
  function abandon(given: PdfTask, why: PdfFailed): void {
    if (task !== given) return;
    giveUp(why);
    void end();
  }

  function end(): Promise<number> {
    clearTimeout(timer);
    onGone();
    return worker.terminate();
  }

  worker.on('message', (message: PdfAnswer) => {
    finish(drawn => {
      if ('bytes' in message) drawn.done(Buffer.from(message.bytes.buffer));
      else drawn.fail(new PdfFailed('failed', { cause: message.failure }));
    });
    onFree();
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    // It is about to exit and must not be given more work.
    onGone();
    const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too large' : 'failed';
    giveUp(new PdfFailed(reason, { cause: error }));
  });
  worker.on('exit', () => {
    clearTimeout(timer);
    onGone();
    giveUp(new PdfFailed('failed'));
    onFree();
  });
  return { isBusy: () => task !== undefined, give, giveUp, abandon, end };
}
