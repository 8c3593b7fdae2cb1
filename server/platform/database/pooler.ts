import { randomUUID } from 'node:crypto';
import { connectionsOfProcess } from '../connections';
import { StartRefused } from '../start-refused';
import { withSession } from './databases';
import type { Connection, Session } from './session';

/** A pooler hands out server connections as it likes, so one attempt may miss what the next one shows. */
const attempts = 3;
/** A pooler lets clients wait in a queue; in milliseconds. */
const patienceMs = 10_000;

const sharing = (mode: string) =>
  new StartRefused(
    `The connection pooler in front of the database gives one connection to several programs in turn (pool_mode = ${mode}), but Counterfoil needs connections of its own for time limits, locks and notifications. Set pool_mode = session for this database.`,
  );

/**
 * Throws `StartRefused` when a pooler shares connections between sessions: time limits and notifications would be lost
 * without a word. Two sessions leave marks, and look whose they find while one is in a transaction.
 */
export async function ensureOwnSessions(connection: Connection): Promise<void> {
  const settings = { ...connection, query_timeout: patienceMs };
  try {
    await withSession(settings, async first => {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const mark = randomUUID();
        await first.query(`select set_config('counterfoil.session', '${mark}', false)`);
        const before = await stateOf(first);
        const isShared = await withSession(settings, async second => {
          await second.query('begin');
          const other = await stateOf(second);
          const after = await stateOf(first);
          await second.query('rollback');
          return other.mark === mark || after.mark !== mark || after.process !== before.process;
        });
        if (isShared) throw sharing('transaction');
      }
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (/statement pooling/.test(error.message)) throw sharing('statement');
    if (error.message === 'Query read timeout')
      throw new StartRefused(
        `The connection pooler in front of the database did not give Counterfoil two connections at once. Each process of Counterfoil needs ${connectionsOfProcess}, and one more with METRICS_TOKEN. Set pool_size for this database to at least that number for all processes together.`,
      );
    throw error;
  }
}

type State = { readonly mark: string | null; readonly process: number };

async function stateOf(session: Pick<Session, 'query'>): Promise<State> {
  const { rows } = await session.query<State>(
    `select current_setting('counterfoil.session', true) as mark, pg_backend_pid() as process`,
  );
  const [state] = rows;
  if (!state) throw new Error('The database did not tell its state');
  return state;
}
