import { sql } from 'kysely';
import { countOf } from '#domain/kernel/count-of';
import { londonDate } from '#domain/kernel/dates';
import { addCarried, type CarriedBackups, readBackups } from '../features/backups';
import { eraseCustomersAgain, listErasedCustomers } from '../features/customers';
import { eraseEmployeesAgain, listErasedEmployees } from '../features/employees';
import { type CarriedSignIns, carrySignIns, readSignIns, type SignIns } from '../features/session';
import { type HeldWork, holdOldWork } from './hold-old-work';
import { recordAudit, writeAudits } from '../kernel/audit';
import type { KeptErasure } from '../kernel/backups';
import { type Connection, type Database, openDatabase, openPool } from '../platform/database/open-database';
import { anonymousActor, contextWithoutRequest, type WriteContext } from '../platform/http/context';

/** What a restored database takes over from the one that it replaces. */
export type Replaced = {
  readonly customers: Awaited<ReturnType<typeof listErasedCustomers>>;
  readonly employees: Awaited<ReturnType<typeof listErasedEmployees>>;
  readonly signIns: SignIns;
  readonly backups: CarriedBackups;
};

/** Reads it; null when the database is empty. */
export async function readReplaced(connection: Connection): Promise<Replaced | null> {
  const db = openDatabase(openPool(connection, 1, { unhurried: true }));
  try {
    const { rows } = await sql<{ users: boolean; customers: boolean; employees: boolean; backups: boolean }>`
      select to_regclass('public.users') is not null as users, to_regclass('public.customers') is not null as customers,
        to_regclass('public.employees') is not null as employees,
        to_regclass('public.backups') is not null as backups`.execute(db);
    const [there] = rows;
    if (!there?.users) return null;
    return {
      customers: there.customers ? await listErasedCustomers(db) : [],
      employees: there.employees ? await listErasedEmployees(db) : [],
      signIns: await readSignIns(db),
      backups: there.backups ? await readBackups(db) : [],
    };
  } finally {
    await db.destroy();
  }
}

export type Finishing = {
  /** What is restored, as the audit log names it. */
  readonly name: string;
  readonly takenAt: Date | null;
  readonly replaced: Replaced | null;
  readonly aside: string;
  /** Erasures known from beside the backups. */
  readonly erasures: readonly KeptErasure[];
  /** Leaves accounts and sign-in details as they were in the backup. */
  readonly usesOldSignIns: boolean;
  readonly now: Date;
};

export type Finished = {
  readonly erasedAgain: number;
  readonly held: HeldWork;
  /** The sign-in details that were kept as in the replaced database, in words; null when there was none. */
  readonly signIns: readonly string[] | null;
};

/** The final steps before a restored database takes over, in one transaction. */
export async function finishRestore(db: Database, parts: Finishing): Promise<Finished> {
  const { replaced, now } = parts;
  return db.transaction().execute(async tx => {
    const held = await holdOldWork(tx, now);
    const carried = replaced && !parts.usesOldSignIns ? await carrySignIns(tx, replaced.signIns) : null;
    const signIns = carried && wordsOf(carried);
    await addCarried(tx, replaced?.backups ?? []);
    const ctx = contextWithoutRequest(tx, { ...anonymousActor, name: 'Restore command' }, now);
    recordAudit(ctx, {
      action: 'restored',
      recordType: 'backup',
      recordName: parts.name,
      after: {
        ...(parts.takenAt ? { taken_at: parts.takenAt.toISOString() } : {}),
        replaced: replaced ? parts.aside : null,
        held: [...held],
        sign_ins_kept: [...(signIns ?? [])],
      },
    });
    const erasedAgain = await eraseAgain(ctx, replaced, parts.erasures);
    await writeAudits(tx, ctx, ctx.audits);
    return { erasedAgain, held, signIns };
  });
}

/** Erases whoever was erased in the replaced database, or is named beside the backups (rule K7). */
async function eraseAgain(
  ctx: WriteContext,
  replaced: Replaced | null,
  erasures: readonly KeptErasure[],
): Promise<number> {
  const named = (kind: KeptErasure['kind']) => erasures.filter(one => one.kind === kind);
  const customers = named('customer').map(one => ({ ...one, reason: 'Erased before the restore' }));
  const employees = named('employee').map(one => ({ ...one, left_on: londonDate(one.erased_at) }));
  return (
    (await eraseCustomersAgain(ctx, replaced?.customers ?? [])) +
    (await eraseCustomersAgain(ctx, customers)) +
    (await eraseEmployeesAgain(ctx, replaced?.employees ?? [])) +
    (await eraseEmployeesAgain(ctx, employees))
  );
}

const wordsOf = (carried: CarriedSignIns): string[] =>
  [
    carried.accounts > 0 && `${countOf(carried.accounts, 'account')} deactivated`,
    carried.passwords > 0 && countOf(carried.passwords, 'password'),
    carried.secondFactors > 0 && countOf(carried.secondFactors, 'second factor'),
    carried.passkeys > 0 && `${countOf(carried.passkeys, 'passkey')} removed`,
    carried.providerLinks > 0 &&
      `${countOf(carried.providerLinks, 'link to a sign-in provider', 'links to a sign-in provider')} removed`,
    carried.pins > 0 && countOf(carried.pins, 'PIN'),
  ].filter(words => words !== false);
