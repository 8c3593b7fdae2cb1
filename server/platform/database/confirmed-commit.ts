import type pg from 'pg';

/** The transaction may be on this server only, so it would be lost with it (R08). */
export class CommitNotConfirmed extends Error {
  constructor(warning: string) {
    super(`The commit was not confirmed: ${warning}`);
    this.name = 'CommitNotConfirmed';
  }
}

/** How long a commit may wait for its standby, in milliseconds. One that answers needs a thousandth of it. */
const longestWait = 5_000;

/** A commit that was sent, and how to end a wait for it. */
type SentCommit = {
  /** What was sent with it and comes first; it has limits of its own. */
  readonly before: Promise<unknown>;
  readonly commit: () => Promise<pg.QueryResult>;
  readonly cancel: () => Promise<void>;
};

/**
 * Awaits a COMMIT, which has succeeded only if the database says so without a warning. With a synchronous standby, a
 * cancelled wait ends as a successful COMMIT and a warning; and a transaction in which a statement failed ends as
 * ROLLBACK, which is no error either. A wait for a standby has no limit of its own, and would keep the connection from
 * all others (R09): after some seconds `cancel` ends it.
 */
export async function confirmCommit(
  client: pg.Client,
  { before, commit, cancel }: SentCommit,
): Promise<pg.QueryResult> {
  let warning: string | undefined;
  const hear = (notice: { message: string | undefined }) => {
    warning ??= notice.message ?? 'a warning without words';
  };
  client.on('notice', hear);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const limitWait = () => {
    // Whatever fails while cancelling, the commit itself tells its end.
    if (!isOver) timer = setTimeout(() => void cancel().catch(() => undefined), longestWait);
  };
  before.then(limitWait, () => undefined);
  try {
    const result = await commit();
    if (result.command !== 'COMMIT')
      throw new Error(`The transaction ended as ${result.command}: a statement in it had failed`);
    if (warning !== undefined) throw new CommitNotConfirmed(warning);
    return result;
  } finally {
    isOver = true;
    clearTimeout(timer);
    client.off('notice', hear);
  }
}
