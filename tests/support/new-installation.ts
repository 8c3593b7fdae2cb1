import { sql } from 'kysely';
import { startTestApp, type TestApp } from './test-app';

type Parts = Parameters<typeof startTestApp>[0];

/** Makes a test's database that of a new installation, in which nothing has been entered. */
export async function asInstalled({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await sql`alter table vat_registration disable trigger all`.execute(db);
  await sql`delete from vat_registration`.execute(db);
  await sql`insert into vat_registration default values`.execute(db);
  await sql`alter table vat_registration enable trigger all`.execute(db);
}

/** The application of a new installation, in which nothing has been entered. */
export async function newInstallation(parts: Parts = {}): Promise<TestApp> {
  const app = await startTestApp(parts);
  await asInstalled(app);
  return app;
}
