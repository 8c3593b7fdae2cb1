import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../model/random';
import { killRunningDatabase } from './crashes';
import { type Fault, type Figures, insist } from './fault';
import { insistOnNumbers, insistOnStock, readJson, salesOf } from './goods';
import { embedded } from './installations';
import { checkBooks } from './check-books';
import { addStocked, addUnstocked, create, price, saleOfEach, watchForDeadlocks } from './rush-goods';
import { RushWriter, type Want } from './rush-writer';

type Installation = Awaited<ReturnType<typeof embedded>>;

const scarcePieces = 3;
/** What the wallet of a rush pays for, in sales. */
const walletSales = 3;

/** Fifty at once, of whom so many want each of these. */
const wants = { scarce: 12, wallet: 12, crossed: 8, refund: 8, belowZero: 10 } as const;

/** How many of them may get it: what there is, and no less. */
const granted: Readonly<Record<keyof typeof wants, number>> = {
  scarce: scarcePieces,
  wallet: walletSales,
  crossed: wants.crossed,
  refund: 1,
  belowZero: wants.belowZero,
};

/** What a rush is about: products, a customer with money in the wallet, and a sale of which one piece can come back. */
type Prize = {
  readonly scarce: number;
  readonly plenty: readonly [number, number];
  /** May be sold below zero, and there is none. */
  readonly unstocked: number;
  readonly customer: number;
  readonly sale: number;
  /** The highest id of a sale before it. */
  readonly after: number;
};

async function lay(writer: RushWriter): Promise<Prize> {
  const [scarce = 0, one = 0, other = 0] = await addStocked(writer, scarcePieces, 1_000, 1_000);
  const unstocked = await addUnstocked(writer, 'allow');
  const name = `Customer ${randomUUID().slice(0, 8)}`;
  const { id: customer } = await create<{ id: number }>(writer, '/api/customers', { name });
  await create(writer, `/api/wallet/customer/${customer}/receipts`, {
    amount: (Number(price) * walletSales).toFixed(2),
    payment_method: 'bank_transfer',
    top_up: true,
  });
  const { id: sale } = await create<{ id: number }>(writer, '/api/sales', saleOfEach([one]));
  return { scarce, plenty: [one, other], unstocked, customer, sale, after: sale };
}

/** The requests of one rush, in the order in which they are sent. */
function requestsFor(prize: Prize, random: Random): Want[] {
  const {
    scarce,
    plenty: [one, other],
    unstocked,
    customer,
    sale,
  } = prize;
  const bodies: Readonly<Record<keyof typeof wants, (nth: number) => object>> = {
    scarce: () => saleOfEach([scarce]),
    wallet: () =>
      saleOfEach([one], { customer_id: customer, tenders: [{ method: 'wallet', tendered: price }] }),
    // The same two products in either order: locked as they come, each would wait for the other.
    crossed: nth => saleOfEach(nth % 2 === 0 ? [one, other] : [other, one]),
    belowZero: () => saleOfEach([unstocked]),
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
  if (drawn <= 70) return killRunningDatabase(installation, random);
  const { subject } = installation;
  subject.process.signal('SIGKILL');
  await subject.process.ended();
  await subject.start();
}

async function rushOnce(installation: Installation, random: Random): Promise<RushWriter> {
  const { subject } = installation;
  const writer = new RushWriter(subject, new Random(random.between(1, 1_000_000)));
  const prize = await lay(writer);
  const insistOnNoDeadlock = watchForDeadlocks(subject);
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
  insistOnNoDeadlock();
  await insistOnWhatIsThere(writer, prize);
  return writer;
}

/** Every sale that was answered as saved, and no other; nothing is left of what was scarce. */
async function insistOnWhatIsThere(
  writer: RushWriter,
  { scarce, plenty, unstocked, customer, sale, after }: Prize,
): Promise<void> {
  const sold = new Map(
    (await Promise.all([scarce, unstocked, ...plenty].map(product => salesOf(writer.ask, product))))
      .flat()
      .filter(({ id }) => id !== sale && id > after)
      .map(one => [one.id, one]),
  );
  writer.compare([...sold.keys()]);
  insistOnNumbers([...sold.values()].map(({ number }) => Number(/\d+$/.exec(number)?.[0])));
  await insistOnStock(writer.ask, scarce, 0);
  await insistOnStock(writer.ask, unstocked, -wants.belowZero);
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
