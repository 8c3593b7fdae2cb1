export { deviceConstraints } from './constraints';
import { pos } from '#domain/pos/pos.contract';
import { tillDevices } from '#domain/pos/till-device.contract';
import { ensureFound } from '../../platform/http/refusal';
import { read, type Route, write } from '../../platform/http/route';
import type { Secrets } from '../../platform/secrets';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import type { CallerMemory } from '../session';
import { readCatalogue, readTillCustomers } from './catalogue';
import { checkIn } from './check-in';
import { enrolDevice, renameDevice, revokeDevice } from './manage-devices';
import { readTillStock } from './stock-levels';
import { deviceColumns, listDevices, streamDevices } from './till-devices.queries';
import { findAccount } from './till-customers.queries';

type Services = {
  /** Notified when a device is revoked, so that it applies at once. */
  readonly callers: CallerMemory;
  /** Names the public key to which devices seal their sales. */
  readonly secrets: Secrets;
};

/** What a till stores and reports, and the devices that sell. */
export const posRoutes = ({ callers, secrets }: Services): Route[] => [
  write(pos.checkIn, ({ ctx, body }) => {
    ctx.afterCommit(callers.forget);
    return checkIn(ctx, secrets, body);
  }),
  read(tillDevices.list, ({ db, query }) => listDevices(db, query)),
  read(tillDevices.export, async ({ db, query }) =>
    exportReply('till-devices', query.format, deviceColumns, streamDevices(db, query)),
  ),
  write(tillDevices.rename, ({ ctx, params, body }) => renameDevice(ctx, params.id, body)),
  write(tillDevices.revoke, ({ ctx, params }) => {
    ctx.afterCommit(callers.forget);
    return revokeDevice(ctx, params.id);
  }),
  write(tillDevices.enrol, ({ ctx, params }) => {
    ctx.afterCommit(callers.forget);
    return enrolDevice(ctx, params.id);
  }),
  read(pos.catalogue, ({ db, query, now }) => readCatalogue(db, query, now)),
  read(pos.stock, ({ db, query, now }) => readTillStock(db, query.since, now)),
  read(pos.customers, ({ db, query, now }) => readTillCustomers(db, query, now)),
  read(pos.account, async ({ db, params }) => ensureFound(await findAccount(db, params.id), 'Customer')),
];
