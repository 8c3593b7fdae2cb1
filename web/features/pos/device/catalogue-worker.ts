import { ApiError } from '../../../platform/api-error';
import { type CatalogueEntry, createCatalogue } from '../engine/catalogue';
import type {
  CatalogueCall,
  CatalogueReply,
  CatalogueRequest,
  InputOf,
  OutputOf,
  RefusedSync,
} from './catalogue-messages';
import { loadCatalogue, syncCatalogue } from './catalogue-sync';
import { device } from './database';
import { createStockLevels } from './stock-sync';

/**
 * Holds the whole catalogue and its search index, away from the thread that draws the till. It starts by reading what
 * the device has stored. The page asks for the few products it shows or sells.
 */
const catalogue = createCatalogue();
const stock = createStockLevels(device);

let markFilled: () => void = () => undefined;
/** The catalogue is complete, or there is none to be had: nothing stored, and no answer from the server. */
const filled = new Promise<void>(resolve => {
  markFilled = resolve;
});

const stockLoaded = stock.load().catch(() => undefined);
const loaded = loadCatalogue(device, catalogue, nextTask)
  .catch(() => false)
  .then(isStored => {
    if (!isStored) return;
    markFilled();
    void prepare();
  });

/** Lets waiting messages be answered, a scan above all. A timer would wait four milliseconds each time. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise(resolve => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

async function prepare(): Promise<void> {
  for (const step of catalogue.steps()) {
    step();
    await nextTask();
  }
}

async function sync(token: string | null): Promise<OutputOf<'sync'>> {
  await loaded;
  try {
    const { ids, ...news } = await syncCatalogue(device, catalogue, token);
    if (ids === null || ids.length > 0) void prepare();
    return { kind: 'changed', ids, ...news };
  } catch (error) {
    return refusalOf(error);
  } finally {
    markFilled();
  }
}

async function syncStock(token: string | null): Promise<OutputOf<'syncStock'>> {
  await stockLoaded;
  try {
    return { kind: 'changed', ids: await stock.sync(token) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** @throws whatever is no refusal. */
function refusalOf(error: unknown): RefusedSync {
  if (!(error instanceof ApiError)) throw error;
  const { status, serverMessage, errors } = error;
  const message = serverMessage === undefined ? {} : { message: serverMessage };
  return { kind: 'refused', status, reply: { errors, ...message } };
}

const stocked = <Entry extends CatalogueEntry>(entry: Entry) => ({
  ...entry,
  stock: stock.level(entry.product.id),
});

async function scan(code: string) {
  if (!catalogue.scan(code)) await filled;
  await stockLoaded;
  const found = catalogue.scan(code);
  return found ? stocked(found) : null;
}

let latestSearch = 0;

async function search(text: string) {
  latestSearch += 1;
  const own = latestSearch;
  await Promise.all([filled, stockLoaded]);
  // Newer letters may be waiting.
  await nextTask();
  return own === latestSearch ? catalogue.search(text).map(stocked) : null;
}

async function best(text: string) {
  await Promise.all([filled, stockLoaded]);
  const [first] = catalogue.search(text, 1);
  return first ? stocked(first) : null;
}

async function category(id: number | null) {
  await Promise.all([filled, stockLoaded]);
  return catalogue.ofCategory(id).map(stocked);
}

async function entries(ids: readonly number[]) {
  if (!ids.every(id => catalogue.entry(id))) await filled;
  await stockLoaded;
  return ids.map(id => {
    const entry = catalogue.entry(id);
    return entry ? stocked(entry) : null;
  });
}

const handlers: {
  readonly [Call in CatalogueCall]: (input: InputOf<Call>) => Promise<OutputOf<Call>>;
} = { sync, syncStock, scan, search, best, category, entries };

async function answer<Call extends CatalogueCall>(id: number, call: Call, input: InputOf<Call>) {
  const reply: CatalogueReply = await handlers[call](input).then(
    output => ({ id, output }),
    (error: unknown) => ({ id, failure: String(error) }),
  );
  postMessage(reply);
}

addEventListener('message', ({ data }: MessageEvent<CatalogueRequest>) => {
  void answer(data.id, data.call, data.input);
});
