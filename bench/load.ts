import autocannon from 'autocannon';

/** A server's latency under load, in ms. */
type Load = { readonly p50: number; readonly p95: number };

/** The times of the requests of one round (ms), and how long it took in all (s). */
export type Round = { readonly times: readonly number[]; readonly seconds: number };

type Request = { readonly address: string; readonly path: string; readonly token: string };

/** Requests one list for a time, over several connections. A reply other than 2xx is an error. */
export async function load(request: Request, connections: number, seconds: number): Promise<Load> {
  const { times } = await send(request, { connections, duration: seconds });
  const sorted = times.toSorted((one, other) => one - other);
  return { p50: percentile(sorted, 50), p95: percentile(sorted, 95) };
}

/** Requests one list so many times. */
export const loadTimes = (request: Request, connections: number, amount: number): Promise<Round> =>
  send(request, { connections, amount });

async function send(
  { address, path, token }: Request,
  span: { readonly connections: number } & ({ readonly duration: number } | { readonly amount: number }),
): Promise<Round> {
  const times: number[] = [];
  const from = performance.now();
  // The library looks once a second whether it is done, so the last reply ends the time.
  let last = from;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url: address + path, ...span, headers: { authorization: `Bearer ${token}` } };
    const run = autocannon(options, (error: unknown, done) => (error ? reject(error) : resolve(done)));
    // The library's own histogram rounds to whole milliseconds, which is much of the time of fast lists.
    run.on('response', (...facts: unknown[]) => {
      times.push(Number(facts.at(-1)));
      last = performance.now();
    });
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path} failed ${result.non2xx + result.errors} times under load`);
  return { times, seconds: (last - from) / 1000 };
}

/** Of sorted values. */
export const percentile = (sorted: readonly number[], percent: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;

export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
