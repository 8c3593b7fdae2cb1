import type { Database } from '../platform/database/open-database';
import { fillWithDemoData } from './fill-with-demo-data';

/** Fills an empty database with the demo data and prints the accounts to sign in with. */
export async function runDemo(db: Database, now: Date, say: (line: string) => void): Promise<void> {
  const accounts = await fillWithDemoData(db, now);
  say('Demo data added. Sign in with one of these accounts:');
  for (const { role, email, password } of accounts)
    say(`  ${role.padEnd(8)}  ${email.padEnd(28)}  ${password}`);
}
