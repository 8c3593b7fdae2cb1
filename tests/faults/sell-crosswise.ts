import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../model/random';
import { checkBooks } from './check-books';
import { killRunningDatabase } from './crashes';
import { type Fault, type Figures, insist } from './fault';
import { insistOnNumbers, insistOnStock, salesOf } from './goods';
import { embedded } from './installations';
import { addStocked, addUnstocked, saleOfEach, watchForDeadlocks } from './rush-goods';
import { RushWriter, type Want } from './rush-writer';

type Installation = Awaited<ReturnType<typeof embedded>>;

/** So many at once, each with so many sales; of ten, one is refused after its products were locked. */
const clients = 50;
const salesOfEach = 20;
const refusedOfEach = salesOfEach / 10;
const adjustmentsOfEach = salesOfEach / 5;

const pieces = 10_000;
const kills = 3;

/**
 * The requests of one client: sales of the same two products in either order, of which one in ten wants a third, of which
 * there is none; and adjustments of the stock of both. Sales take turns at their number, and adjustments at theirs: one of
 * each would wait for the other if products were locked as they come.
 */
function wantsOf(client: number, [one, other, none]: readonly [number, number, number]): Want[] {
  return Array.from({ length: salesOfEach }, (_, nth): Want[] => {
    const pair = (client + nth) % 2 === 0 ? [one, other] : [other, one];
    const isRefused = nth % 10 === 9;
    const body = saleOfEach(isRefused ? [...pair, none] : pair);
    const sale = { kind: isRefused ? 'refused' : 'sold', path: '/api/sales', body };
    if (nth % 5 !== 4) return [sale];
    const lines = pair.toReversed().map(product_id => ({ product_id, quantity: '-1' }));
    return [sale, { kind: 'adjusted', path: '/api/stock/adjustments', body: { reason: 'damaged', lines } }];
  }).flat();
}

/** Kills the program, its database or both, and starts the program again. */
async function killSomething(installation: Installation, random: Random): Promise<void> {
  const { subject } = installation;
  const drawn = random.between(1, 3);
  if (drawn !== 1) killRunningDatabase(installation, random);
  if (drawn === 2) return;
  subject.process.signal('SIGKILL');
  await subject.process.ended();
  await subject.start();
}

/** Kills so often, each time when as many more requests have been settled; those before the sales do not count. */
async function killMeanwhile(installation: Installation, random: Random, writer: RushWriter): Promise<void> {
  const total = clients * (salesOfEach + adjustmentsOfEach);
  const before = writer.settled;
  for (let nth = 1; nth <= kills; nth++) {
    while (writer.settled - before < (nth * total) / (kills + 1)) await pause(50);
    writer.note();
    await killSomething(installation, random);
  }
}

/**
 * Fifty clients sell at once, a tenth of it in vain, and adjust stock, while all is killed: numbers have no gap, and nothing
 * deadlocks.
 */
async function sellCrosswise(random: Random): Promise<Figures> {
  const installation = await embedded();
  const { subject } = installation;
  const writer = new RushWriter(subject, new Random(random.between(1, 1_000_000)));
  const [one = 0, other = 0] = await addStocked(writer, pieces, pieces);
  const none = await addUnstocked(writer, 'block');
  const insistOnNoDeadlock = watchForDeadlocks(subject);
  const selling = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const ends: { readonly kind: string; readonly status: number }[] = [];
      for (const want of wantsOf(client, [one, other, none])) ends.push(await writer.settle(want));
      return ends;
    }),
  );
  const [ends] = await Promise.all([selling, killMeanwhile(installation, random, writer)]);
  await writer.insistSaved('/api/suppliers', { name: 'After the sales' });
  const got = (kind: string, status: number) =>
    ends.flat().filter(end => end.kind === kind && end.status === status).length;
  const [expected, refused] = [clients * (salesOfEach - refusedOfEach), clients * refusedOfEach];
  const adjusted = clients * adjustmentsOfEach;
  insist(got('sold', 200) === expected, `${got('sold', 200)} of ${expected} sales were saved.`);
  insist(got('refused', 422) === refused, `${got('refused', 422)} of ${refused} sales were refused.`);
  insist(got('adjusted', 200) === adjusted, `${got('adjusted', 200)} of ${adjusted} adjustments were saved.`);
  insistOnNoDeadlock();
  const sold = await salesOf(subject.ask, one);
  writer.compare(sold.map(({ id }) => id));
  insistOnNumbers(sold.map(({ number }) => Number(/\d+$/.exec(number)?.[0])));
  for (const product of [one, other]) await insistOnStock(subject.ask, product, pieces - expected - adjusted);
  await checkBooks(subject.ask);
  return RushWriter.add([writer]);
}

export const sellCrosswiseFault: Fault = {
  name: 'sell-crosswise',
  promises: ['R16', 'R17'],
  summary:
    'Fifty sell and adjust the same products in either order, one sale in ten is refused, and parts are killed',
  run: sellCrosswise,
};
