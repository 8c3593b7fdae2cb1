import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../model/random';
import { killDatabase } from './crashes';
import { type Fault, type Figures, insist } from './fault';
import { hasUnit, insistOnNumbers, readJson, salesOf } from './goods';
import { embedded } from './installations';
import { checkBooks } from './check-books';
import { RushWriter, type Want } from './rush-writer';

type Installation = Awaited<ReturnType<typeof embedded>>;

const price = '2.40';
const scarcePieces = 3;
/** What the wallet of a rush pays for, in sales. */
const walletSales = 3;

/** Fifty at once, of whom so many want each of these. */
const wants = { scarce: 15, wallet: 15, crossed: 10, refund: 10 } as const;

/** How many of them may get it: what there is, and no less. */
const granted: Readonly<Record<keyof typeof wants, number>> = {
  scarce: scarcePieces,
  wallet: walletSales,
  crossed: wants.crossed,
  refund: 1,
};

/** What a rush is about: products, a customer with money in the wallet, and a sale of which one piece can come back. */
type Prize = {
  readonly scarce: number;
  readonly plenty: readonly [number, number];
  readonly customer: number;
  readonly sale: number;
  /** The highest id of a sale before it. */
  readonly after: number;
};

const line = (product: number) => ({ product_id: product, quantity: '1' });
const card = (tendered: string) => [{ method: 'credit_card', tendered }];

async function lay(writer: RushWriter): Promise<Prize> {
  const create = async (path: string, body: object) =>
    JSON.parse((await writer.insistSaved(path, body)).text);
  const name = randomUUID().slice(0, 8);
  if (!(await hasUnit(writer.ask))) await create('/api/units', { name: 'Packet' });
  const product = (kind: string, quantity: number) => ({
    name: `${kind} ${name}`,
    price,
    quantity: String(quantity),
    unit_cost: '1.00',
  });
  const { products } = (await create('/api/get-started/products', {
    lines: [product('Last', scarcePieces), product('One', 1_000), product('Other', 1_000)],
  })) as { products: { id: number }[] };
  const [scarce = 0, one = 0, other = 0] = products.map(({ id }) => id);
  const customer = ((await create('/api/customers', { name: `Customer ${name}` })) as { id: number }).id;
  await create(`/api/wallet/customer/${customer}/receipts`, {
    amount: (Number(price) * walletSales).toFixed(2),
    payment_method: 'bank_transfer',
    top_up: true,
  });
  const { id: sale } = (await create('/api/sales', saleOf([line(one)], price))) as { id: number };
  return { scarce, plenty: [one, other], customer, sale, after: sale };
}

const saleOf = (lines: readonly object[], total: string, more: object = {}) => ({
  client_id: randomUUID(),
  channel: 'till',
  lines,
  expected_total: total,
  tenders: card(total),
  ...more,
});

/** The requests of one rush, in the order in which they are sent. */
function requestsFor({ scarce, plenty: [one, other], customer, sale }: Prize, random: Random): Want[] {
  const bodies: Readonly<Record<keyof typeof wants, (nth: number) => object>> = {
    scarce: () => saleOf([line(scarce)], price),
    wallet: () =>
      saleOf([line(one)], price, { customer_id: customer, tenders: [{ method: 'wallet', tendered: price }] }),
    // The same two products in either order: locked as they come, each would wait for the other.
    crossed: nth => saleOf(nth % 2 === 0 ? [line(one), line(other)] : [line(other), line(one)], '4.80'),
    refund: () => ({
      client_id: randomUUID(),
      reason: 'Changed their mind',
      lines: [{ line_number: 1, quantity: '1' }],
      expected_total: price,
      tenders: [{ method: 'credit_card', amount: price }],
    }),
  };
  const all = Object.entries(wants).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, nth) => ({
      kind,
      path: kind === 'refund' ? `/api/sales/${sale}/refunds` : '/api/sales',
      body: bodies[kind as keyof typeof wants](nth),
    })),
  );
  return all
    .map(want => ({ want, place: random.between(0, 1_000_000) }))
    .toSorted((first, second) => first.place - second.place)
    .map(({ want }) => want);
}

/** Kills the program, its database or neither in the middle of a rush. */
async function disturb(installation: Installation, random: Random, writer: RushWriter): Promise<void> {
  const drawn = random.between(1, 100);
  const waits = random.between(20, 1_500);
  if (drawn <= 40) return;
  await pause(waits);
  writer.note();
  if (drawn <= 70) return killDatabase(installation, random);
  const { subject } = installation;
  subject.process.signal('SIGKILL');
  await subject.process.ended();
  await subject.start();
}

/** Of two that wait for each other the database undoes one, which the program repeats (R17). */
const undone = /"code":"(?:40P01|40001)"/;

async function rushOnce(installation: Installation, random: Random): Promise<RushWriter> {
  const { subject } = installation;
  const writer = new RushWriter(subject, new Random(random.between(1, 1_000_000)));
  const prize = await lay(writer);
  const running = subject.process;
  const printed = running.printed().length;
  const answers = Promise.all(requestsFor(prize, random).map(want => writer.settle(want)));
  await disturb(installation, random, writer);
  const ends = await answers;
  // On a fast machine all were settled before; what follows only reads.
  await writer.insistSaved('/api/suppliers', { name: `After a rush ${randomUUID()}` });
  for (const [kind, count] of Object.entries(granted)) {
    const got = ends.filter(end => end.kind === kind && end.status === 200).length;
    insist(
      got === count,
      `Of ${wants[kind as keyof typeof wants]} that wanted it, ${got} got "${kind}", not ${count}.`,
    );
  }
  for (const process of new Set([running, subject.process])) {
    const said = process.printed().slice(process === running ? printed : 0);
    insist(!undone.test(said), 'A deadlock or a serialization failure reached a user.');
  }
  await insistOnWhatIsThere(writer, prize);
  return writer;
}

/** Every sale that was answered as saved, and no other; nothing is left of what was scarce. */
async function insistOnWhatIsThere(
  writer: RushWriter,
  { scarce, plenty, customer, sale, after }: Prize,
): Promise<void> {
  const sold = new Map(
    (await Promise.all([scarce, ...plenty].map(product => salesOf(writer.ask, product))))
      .flat()
      .filter(({ id }) => id !== sale && id > after)
      .map(one => [one.id, one]),
  );
  writer.compare([...sold.keys()]);
  insistOnNumbers([...sold.values()].map(({ number }) => Number(/\d+$/.exec(number)?.[0])));
  const left = (await readJson(writer.ask, `/api/products/${scarce}`)) as { quantity: string };
  insist(Number(left.quantity) === 0, `${left.quantity} are left of what was sold out.`);
  const ledger = (await readJson(writer.ask, `/api/wallet/customer/${customer}`)) as {
    today: { balance: string };
  };
  insist(
    Number(ledger.today.balance) === 0,
    `The wallet has a balance of ${ledger.today.balance}, not of 0.`,
  );
}

/** Fifty users at once want the last pieces, the money of one wallet and one refund, at times while all is killed. */
async function rush(random: Random): Promise<Figures> {
  const installation = await embedded();
  const times = random.between(2, 4);
  const writers: RushWriter[] = [];
  for (let nth = 0; nth < times; nth++) writers.push(await rushOnce(installation, random));
  await checkBooks(installation.subject.ask);
  return RushWriter.add(writers);
}

export const rushFault: Fault = {
  name: 'rush',
  promises: ['R13', 'R14', 'R16', 'R17'],
  summary: 'Fifty at once want the last pieces, the money of a wallet and one refund, while parts are killed',
  run: rush,
};
