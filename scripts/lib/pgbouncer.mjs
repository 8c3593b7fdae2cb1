import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';

const isThere = () => existsSync('/usr/sbin/pgbouncer');

/** A real connection pooler for tests and faults, installed where possible; otherwise a line says what is left out. */
export async function ensurePgbouncer() {
  if (isThere()) return;
  await installFromDebian('PgBouncer', 'pgbouncer');
  if (!isThere())
    console.log(
      'There is no PgBouncer and none could be installed, so the tests behind a pooler and the fault kill-pooler are skipped. Install it ("apt install pgbouncer").',
    );
}
