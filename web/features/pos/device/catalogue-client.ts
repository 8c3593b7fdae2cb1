import type { CatalogueCall, CatalogueReply, InputOf, OutputOf } from './catalogue-messages';

type Waiting = { readonly resolve: (output: unknown) => void; readonly reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let lastId = 0;

/** Starts the catalogue's worker, which at once reads what the device has stored. */
export function startCatalogueWorker(): Worker {
  if (worker) return worker;
  const started = new Worker(new URL('./catalogue-worker.ts', import.meta.url), {
    type: 'module',
    name: 'catalogue',
  });
  started.addEventListener('message', ({ data }: MessageEvent<CatalogueReply>) => {
    const caller = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) caller?.reject(new Error(data.failure));
    else caller?.resolve(data.output);
  });
  started.addEventListener('error', () => {
    // The next call starts another one.
    if (worker === started) worker = undefined;
    started.terminate();
    for (const { reject } of waiting.values()) reject(new Error('The catalogue’s worker has ended'));
    waiting.clear();
  });
  worker = started;
  return started;
}

/** Asks the worker. Rejects when it has ended. */
export function askCatalogue<Call extends CatalogueCall>(
  call: Call,
  input: InputOf<Call>,
): Promise<OutputOf<Call>> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const target = startCatalogueWorker();
    waiting.set(id, { resolve: output => resolve(output as OutputOf<Call>), reject });
    target.postMessage({ id, call, input });
  });
}
