import pg from 'pg';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { connectionsOf } from '../../server/platform/database/embedded/connections';
import { placeOf } from '../../server/platform/database/embedded/place';

/** Runs one statement as the superuser of a program's embedded database. */
export async function asSuperuserOf(dataDir: string, statement: string): Promise<void> {
  const place = placeOf(dataDir);
  const client = new pg.Client({
    ...connectionsOf(place, readPasswords(place)).superuser,
    database: 'counterfoil',
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
