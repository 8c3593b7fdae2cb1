import pg from 'pg';
import { type Facts, type LimitRequest, statementFor } from './limit-requests';

type Answer = { readonly status: number; readonly text: string };

export type Limit = {
  /** Answers a request of the product with one statement: a read with the same reply, a write with id and number. */
  readonly answer: (request: LimitRequest, facts: Facts) => Promise<Answer>;
  readonly close: () => Promise<unknown>;
};

/**
 * The limit: the same database, one statement for each request written for nothing else, and nothing around it: no
 * sign-in, contract, rules or encoding. It imports nothing of the product.
 */
export function openLimit(connection: pg.PoolConfig, size: number): Limit {
  const kept = new pg.Pool({
    ...connection,
    max: size,
    options: '-c plan_cache_mode=force_generic_plan',
  });
  const planning = new pg.Pool({ ...connection, max: size });
  return {
    answer: async (request, facts) => {
      const { file, text, values, keepsPlan } = statementFor(request, facts);
      const query = { text, values: [...values], rowMode: 'array' as const };
      const { rows } = await (keepsPlan ? kept.query({ ...query, name: file }) : planning.query(query));
      const [row] = rows as string[][];
      if (!row) return { status: 409, text: `{"message":"${file} has refused this."}` };
      const [first = '', number] = row;
      return request.method === 'GET'
        ? { status: 200, text: first }
        : { status: 200, text: `{"id":${first},"number":"${number}"}` };
    },
    close: () => Promise.all([kept.end(), planning.end()]),
  };
}
