import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { MailUnreadable, type ParseAnswer, type ParsedMail, type ParseJob } from './parsed-mail';

export { remotePicturesOf, withPictures } from './sanitize-html';
export { MailUnreadable, type ParsedMail } from './parsed-mail';
export type MailParser = ReturnType<typeof openMailParser>;

/**
 * Parses incoming messages in a thread of its own, one at a time, with limits on memory and time: a message that
 * exceeds either, or kills the thread, fails with MailUnreadable, and the next gets a new thread.
 */
export function openMailParser({ memoryLimitMb = 256, timeLimitMs = 20_000 } = {}) {
  let thread: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let jobs = 0;

  function parse(source: Uint8Array): Promise<ParsedMail> {
    const parsed = turn.then(() => parseInThread(source));
    turn = parsed.catch(() => undefined);
    return parsed;
  }

  async function parseInThread(source: Uint8Array): Promise<ParsedMail> {
    thread ??= hire();
    const current = thread;
    const id = ++jobs;
    try {
      return await answerOf(current, { id, source }, timeLimitMs);
    } catch (error) {
      if (thread === current) thread = undefined;
      await current.terminate();
      throw error;
    }
  }

  function hire(): Worker {
    const worker = new Worker(findWorkerFile(), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (thread === worker) thread = undefined;
    });
    // An idle thread must not keep the process alive.
    worker.unref();
    return worker;
  }

  const close = async (): Promise<void> => {
    await thread?.terminate();
    thread = undefined;
  };
  return { parse, close };
}

function answerOf(worker: Worker, job: ParseJob, timeLimitMs: number): Promise<ParsedMail> {
  return new Promise((resolve, reject) => {
    const fail = (why: unknown) => settle(() => reject(new MailUnreadable(String(why))));
    const onMessage = (message: ParseAnswer) => {
      if (message.id !== job.id) return;
      if ('parsed' in message) settle(() => resolve(message.parsed));
      // Only this message failed, not the thread, but it is replaced so that nothing of the message remains.
      else fail(message.failure);
    };
    const timer = setTimeout(() => fail('Reading the message took too long.'), timeLimitMs);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', fail).off('exit', fail);
      done();
    };
    worker.on('message', onMessage).on('error', fail).on('exit', fail);
    worker.postMessage(job);
  });
}

/** The thread's program: beside this file, or one folder up once bundled; in tests a loader for its source. */
function findWorkerFile(): string {
  const places = [
    './mail-parser-worker.js',
    '../mail-parser-worker.js',
    './mail-parser-worker-from-source.mjs',
  ];
  const found = places.map(place => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (!found)
    throw new Error('mail-parser-worker.js is missing from the server folder. Run the build again.');
  return found;
}
