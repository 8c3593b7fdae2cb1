import { timesOf } from './in-turn';
import { median } from './load';
import { sellNext } from './sales';

/** A way to sell, and the servers over which the tills are spread. */
export type Setup = { readonly name: string; readonly servers: readonly { readonly address: string }[] };

const tills = 8;
const rounds = 3;
const warmUp = 2 * tills;

/** The sales a second of eight tills, one setup after another in each round. */
export async function ratesOf(
  setups: readonly Setup[],
  token: string,
  perRound: number,
): Promise<ReadonlyMap<string, number>> {
  const sell = ({ servers }: Setup, sales: number) =>
    timesOf(
      Array.from({ length: sales }, (_, nth) => async () => {
        const server = servers[nth % servers.length];
        if (server) await sellNext({ address: server.address, token });
      }),
      tills,
    );
  for (const setup of setups) await sell(setup, warmUp * setup.servers.length);
  const rates = new Map<string, number[]>(setups.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const setup of setups) {
      const { times, seconds } = await sell(setup, perRound);
      rates.get(setup.name)?.push(times.length / seconds);
    }
  return new Map([...rates].map(([name, found]) => [name, median(found)]));
}
