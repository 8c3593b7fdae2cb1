export { deviceConstraints } from './constraints';
import { pos } from '#domain/pos/pos.contract';
import { ensureFound } from '../../platform/http/refusal';
import { read, type Route, write } from '../../platform/http/route';
import { readCatalogue, readTillCustomers } from './catalogue';
import { checkIn } from './check-in';
import { readTillStock } from './stock-levels';
import { findAccount } from './till-customers.queries';

export const posRoutes: Route[] = [
  write(pos.checkIn, ({ ctx, body }) => checkIn(ctx, body)),
  read(pos.catalogue, ({ db, query, now }) => readCatalogue(db, query, now)),
  read(pos.stock, ({ db, query, now }) => readTillStock(db, query.since, now)),
  read(pos.customers, ({ db, query, now }) => readTillCustomers(db, query, now)),
  read(pos.account, async ({ db, params }) => ensureFound(await findAccount(db, params.id), 'Customer')),
];
