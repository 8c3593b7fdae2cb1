import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { RecordStatus } from '#domain/kernel/fields';
import { toPence } from '#domain/kernel/money';
import { requirePresent } from '#domain/kernel/require-present';
import { enterOpeningBalance } from '../features/accounts';
import { saveVatRegistration } from '../features/books';
import { getStartedSetting } from '../features/get-started';
import { createMaster, masterKinds } from '../features/masters';
import type { SupplierWrite } from '#domain/suppliers/supplier.contract';
import { createSupplier, editSupplier, saveSupplierTerms } from '../features/suppliers';
import { locks } from '../kernel/locks';
import { saveSetting } from '../kernel/settings';
import { takeLock } from '../platform/database/advisory-lock';
import type { Database, Tx } from '../platform/database/open-database';
import { inTransaction } from '../platform/database/transaction';
import type { Actor } from '../platform/http/actor';
import { StartRefused } from '../platform/start-refused';
import { asActor } from '../kernel/audit';
import { duringWork, nextWorkday } from './calendar';
import { addCustomers } from './add-customers';
import { addPrices } from './add-prices';
import { addProducts } from './add-products';
import { addDemoUsers, type DemoAccount, demoAccounts } from './demo-accounts';
import {
  demoBrands,
  demoCategories,
  demoExpenseCategories,
  demoInactiveMasters,
  demoUnits,
} from './demo-masters';
import { type DemoSource, drawOrders } from './demo-orders';
import { demoSuppliers } from './demo-suppliers';
import { addEmployees, working } from './employ';
import { type Random, seededRandom } from './random';
import { sellingDays } from './sell';
import { spending } from './spend';
import { stockTakes } from './take-stock';
import { playDays } from './play-days';

const daysOfHistory = 425;

/**
 * Fills an empty database with the last fourteen months of an invented UK wholesaler, in one transaction. The data is
 * the same for the same moment on every machine.
 * @throws StartRefused if there is a user already, so that demo data is never mixed with real books.
 */
export async function fillWithDemoData(db: Database, now: Date): Promise<readonly DemoAccount[]> {
  const random = seededRandom(20_261_121);
  const today = londonDate(now);
  const from = nextWorkday(addDays(today, -daysOfHistory));
  await inTransaction(db, async tx => {
    await takeLock(tx, locks.demoData);
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) {
      throw new StartRefused(
        'This database is already in use, so no demo data was added. Start without --demo, or set DATA_DIR to an empty folder.',
      );
    }
    const { administrator, buyer, cashier } = await addDemoUsers(tx, duringWork(from, 0));
    const employed = await addEmployees(tx, administrator, from);
    await addMasters(tx, administrator, from);
    const sources = await addSuppliers(tx, buyer, from, today, random);
    await openBooks(tx, administrator, from);
    await addCustomers(tx, administrator, from);
    const goods = await addProducts(tx, administrator, from);
    await addPrices(tx, administrator, from, today);
    const orders = drawOrders(sources, goods, { from, today }, random).map(order => ({
      ...order,
      supplierId: requirePresent(sources[order.supplier], `Supplier ${order.supplier} of the demo`).id,
    }));
    await playDays(tx, { administrator, buyer }, orders, now, random, [
      ...stockTakes(administrator, now),
      ...sellingDays({ administrator, cashier }, now, random),
      // A separate sequence, so that changes elsewhere do not affect it.
      ...spending({ administrator, buyer }, today, seededRandom(54)),
      ...working(employed, administrator, today),
    ]);
    // Comes last, because inactive suppliers cannot be ordered from.
    for (const { id, supplier } of sources)
      if (supplier.status === 'inactive')
        await asActor(tx, buyer, now, ctx => editSupplier(ctx, id, supplier));
  });
  return demoAccounts;
}

async function addMasters(tx: Tx, actor: Actor, day: CalendarDate): Promise<void> {
  let minute = 10;
  const add = (kind: Parameters<typeof createMaster>[1], name: string, category_id?: number) => {
    const status: RecordStatus = demoInactiveMasters.has(name) ? 'inactive' : 'active';
    const values = { name, status, ...(category_id === undefined ? {} : { category_id }) };
    return asActor(tx, actor, duringWork(day, ++minute), ctx => createMaster(ctx, kind, values));
  };
  for (const [name, parts] of Object.entries(demoCategories)) {
    const category = await add(masterKinds.categories, name);
    for (const part of parts) await add(masterKinds.subCategories, part, category.id);
  }
  for (const name of demoBrands) await add(masterKinds.brands, name);
  for (const name of demoUnits) await add(masterKinds.units, name);
  for (const name of demoExpenseCategories) await add(masterKinds.expenseCategories, name);
}

type Source = DemoSource & { readonly id: number; readonly supplier: SupplierWrite };

/** Most suppliers exist from the first week on; the others are added later. */
async function addSuppliers(
  tx: Tx,
  actor: Actor,
  from: CalendarDate,
  today: CalendarDate,
  random: Random,
): Promise<Source[]> {
  const planned = demoSuppliers.map((supplier, index) => ({
    supplier,
    // No VAT number ends in 99.
    vatNumber: `GB${9_991_001 + index}99`,
    since: nextWorkday(addDays(from, random.chance(75) ? random.between(1, 5) : random.between(20, 380))),
    minutes: random.between(0, 480),
    weight: random.weighted([
      [15, 12],
      [35, 4],
      [45, 1],
      [5, 0],
    ]),
  }));
  const at = (plan: (typeof planned)[number]) => duringWork(plan.since, plan.minutes);
  const sources: Source[] = [];
  for (const plan of planned.sort((a, b) => at(a).getTime() - at(b).getTime())) {
    const { id } = await asActor(tx, actor, at(plan), async ctx => {
      const added = await createSupplier(ctx, { ...plan.supplier, status: 'active' });
      return saveSupplierTerms(ctx, added.id, { payment_terms_days: 30, vat_number: plan.vatNumber });
    });
    const until = plan.supplier.status === 'active' ? today : addDays(plan.since, random.between(90, 200));
    sources.push({ id, supplier: plan.supplier, weight: plan.weight, since: plan.since, until });
  }
  return sources;
}

/** The owners' opening capital. */
async function openBooks(tx: Tx, actor: Actor, day: CalendarDate): Promise<void> {
  const put = (account: string, side: 'debit' | 'credit', pounds: number) =>
    asActor(tx, actor, duringWork(day, 5), ctx =>
      enterOpeningBalance(ctx, { account, side, amount: toPence(pounds * 100), date_reason: null }),
    );
  await put('1020', 'debit', 95_000);
  await put('1010', 'debit', 12_000);
  await put('3000', 'credit', 107_000);
  await asActor(tx, actor, duringWork(day, 6), ctx =>
    saveVatRegistration(ctx, {
      is_registered: true,
      // Has valid check digits, but is not assigned.
      vat_number: 'GB999999973',
      registered_from: null,
      registered_until: null,
    }),
  );
  await asActor(tx, actor, duringWork(day, 7), ctx =>
    saveSetting(ctx, getStartedSetting, { skipped: [], is_hidden: true }, undefined),
  );
}
