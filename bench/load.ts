import autocannon from 'autocannon';

/** A server's throughput and latency under load. Times in ms. */
export type Load = { readonly perSecond: number; readonly p95: number; readonly p99: number };

type Request = { readonly address: string; readonly path: string; readonly token: string };

/** Requests one list repeatedly over several connections. A reply other than 2xx is an error. */
export async function load(
  { address, path, token }: Request,
  connections: number,
  seconds: number,
): Promise<Load> {
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = {
      url: address + path,
      connections,
      duration: seconds,
      headers: { authorization: `Bearer ${token}` },
    };
    const run = autocannon(options, (error: unknown, done) => (error ? reject(error) : resolve(done)));
    // The library's own histogram rounds to whole milliseconds, which is much of the time of fast lists.
    run.on('response', (...facts: unknown[]) => times.push(Number(facts.at(-1))));
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path} failed ${result.non2xx + result.errors} times under load`);
  times.sort((one, other) => one - other);
  return { perSecond: times.length / seconds, p95: percentile(times, 95), p99: percentile(times, 99) };
}

/** Of sorted values. */
export const percentile = (sorted: readonly number[], percent: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;

export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Fails unless the product returns the same rows as its twin. Returns the duration of one reply (ms). */
export async function ensureSameRows(product: Request, twin: Request): Promise<number> {
  const [ours, raw] = [await rowsOf(product), await rowsOf(twin)];
  const from = performance.now();
  await rowsOf(product);
  if (ours !== raw || ours.startsWith('0:'))
    throw new Error(`${product.path} and its twin do not list the same rows: ${ours} and ${raw}`);
  return performance.now() - from;
}

async function rowsOf({ address, path, token }: Request): Promise<string> {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  const { total, data } = (await answer.json()) as {
    total: number;
    data: { id?: number; product_id?: number }[];
  };
  return `${total}: ${data.map(row => row.id ?? row.product_id).join(' ')}`;
}
