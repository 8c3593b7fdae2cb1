import { median, percentile, type Round } from './load';
import type { ServerProcess } from './server-process';

/** The product and its limit on one database, and what that has used of the processors so far (ms). */
export type Rivals = {
  readonly product: ServerProcess;
  readonly limit: ServerProcess;
  readonly postgresTime: () => number;
};

/** Times in ms, those of the processors for each request. */
export type Figures = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly nodeMs: number;
  readonly postgresMs: number;
};

type Measured = Round & { readonly nodeMs: number; readonly postgresMs: number };
export type Side = 'product' | 'limit';
export type Compared = Readonly<Record<Side, Figures>>;

/**
 * Runs rounds in turn: product, limit, product, limit. Whatever else the machine does, and however it heats up, it does
 * to both, so that their ratio means something where neither figure would.
 */
export async function inTurn(
  rivals: Rivals,
  rounds: number,
  run: (side: Side, server: ServerProcess) => Promise<Round>,
): Promise<Compared> {
  const measured: Record<Side, Measured[]> = { product: [], limit: [] };
  for (let round = 0; round < rounds; round++)
    for (const side of ['product', 'limit'] as const)
      measured[side].push(await measureRound(rivals, side, run));
  return { product: figuresOf(measured.product), limit: figuresOf(measured.limit) };
}

async function measureRound(
  rivals: Rivals,
  side: Side,
  run: (side: Side, server: ServerProcess) => Promise<Round>,
): Promise<Measured> {
  const server = rivals[side];
  const [node, postgres] = [await server.processorTime(), rivals.postgresTime()];
  const round = await run(side, server);
  return {
    ...round,
    nodeMs: (await server.processorTime()) - node,
    postgresMs: rivals.postgresTime() - postgres,
  };
}

function figuresOf(rounds: readonly Measured[]): Figures {
  const times = rounds.flatMap(round => round.times).toSorted((one, other) => one - other);
  const eachOf = (figure: 'nodeMs' | 'postgresMs') =>
    rounds.reduce((sum, round) => sum + round[figure], 0) / Math.max(1, times.length);
  return {
    perSecond: median(rounds.map(round => round.times.length / round.seconds)),
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    nodeMs: eachOf('nodeMs'),
    postgresMs: eachOf('postgresMs'),
  };
}

/** Sends requests, several at once, each started when another is answered. */
export async function timesOf(work: readonly (() => Promise<unknown>)[], atOnce: number): Promise<Round> {
  const times: number[] = [];
  const left = work.values();
  const from = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of left) {
        const started = performance.now();
        await request();
        times.push(performance.now() - started);
      }
    }),
  );
  return { times, seconds: (performance.now() - from) / 1000 };
}
