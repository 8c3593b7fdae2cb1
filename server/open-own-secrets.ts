import { asActor, belongsToKey, isKeyOfDatabase, noteKey, replaceKey } from './kernel/audit';
import type { Config } from './platform/config';
import type { Database } from './platform/database/open-database';
import { inTransaction } from './platform/database/transaction';
import { anonymousActor } from './platform/http/context';
import { openSecrets, readSecretKey, type Secrets } from './platform/secrets';
import { StartRefused } from './platform/start-refused';

type Options = {
  /** The key of the database is lost: from now on it belongs to the one given, or to a new one. */
  readonly isKeyLost: boolean;
  readonly clock: () => Date;
  readonly say: (line: string) => void;
};

const ifLost = 'If that key is lost for good, see docs/backup.md: npm start -- --new-secret-key';

/**
 * The secret key, which must be that of the database: with any other, nothing encrypted can be read, and seals of the
 * audit log would look forged for ever. A database that belongs to no key yet is given this one.
 */
export async function openOwnSecrets(
  db: Database,
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
  { isKeyLost, clock, say }: Options,
): Promise<Secrets> {
  const mayCreate = isKeyLost || !(await belongsToKey(db));
  const secrets = openSecrets(await readSecretKey(dataDir, secretKey, { mayCreate }));
  const { signing } = secrets;
  if (await isKeyOfDatabase(db, signing)) {
    if (isKeyLost) say('This secret key belongs to the database, so --new-secret-key changes nothing.');
    await noteKey(db, signing, clock());
    // Another process may have noted another key at the same moment.
    if (await isKeyOfDatabase(db, signing)) return secrets;
  } else if (isKeyLost) {
    await replaceLostKey(db, secrets, clock());
    say('The database belongs to the present secret key from now on. This is noted in the audit log.');
    return secrets;
  }
  throw new StartRefused(
    `The database was written with another secret key. Put back the one that belongs to it, in ${secretKey === null ? `${dataDir}/secret.key` : 'SECRET_KEY'}. ${ifLost}`,
  );
}

const replaceLostKey = (db: Database, { signing }: Secrets, now: Date): Promise<void> =>
  inTransaction(db, tx =>
    asActor(tx, { ...anonymousActor, name: 'Counterfoil' }, now, async ({ audits }) => {
      const { sinceSealId } = await replaceKey(tx, signing, now);
      audits.push({
        action: 'secret key replaced',
        recordType: 'database',
        recordName: null,
        after: { last_seal_of_lost_key: sinceSealId, public_key: signing.publicKey },
      });
    }),
  );
