import { sql } from 'kysely';
import * as z from 'zod';
import type { BodyOf } from '#domain/kernel/call';
import { type TillDevice, tillDevices } from '#domain/pos/till-device.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { announce } from '../../platform/live/announce';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { findDevice, lockDevice } from './till-devices.queries';

const noun = 'Till device';

/** Renames a device. 404, 409. */
export async function renameDevice(
  ctx: WriteContext,
  id: number,
  { name, version }: BodyOf<typeof tillDevices.rename>,
): Promise<TillDevice> {
  const before = ensureFound(await lockDevice(ctx.tx, id), noun);
  ensureCurrent(z.encode(tillDevices.rename.reply, before), version, noun);
  await sql`update till_devices set name = ${name}, version = version + 1 where number = ${id}`.execute(
    ctx.tx,
  );
  recordEdit(ctx, { type: 'till_device', id, name }, { name: before.name }, { name });
  return ensureFound(await findDevice(ctx.tx, id), noun);
}

/**
 * Revokes a device (F46). From now on its sessions may only hand in unsent sales (`findSession`); the device removes
 * what it stored at its first contact. 404, 409 when it is revoked already.
 */
export async function revokeDevice(ctx: WriteContext, id: number): Promise<TillDevice> {
  const before = ensureFound(await lockDevice(ctx.tx, id), noun);
  if (before.status === 'revoked') throw conflict(`${before.name} has already been revoked.`);
  await sql`
    update till_devices set revoked_at = ${ctx.now}, revoked_by = ${ctx.actor.id}, version = version + 1
    where number = ${id}`.execute(ctx.tx);
  recordAudit(ctx, { action: 'revoked', recordType: 'till_device', recordId: id, recordName: before.name });
  // Open tills check in at once.
  await announce(ctx.tx, { topic: 'tills' });
  return ensureFound(await findDevice(ctx.tx, id), noun);
}

/** Lets a revoked device sell again. 404, 409 when it is not revoked. */
export async function enrolDevice(ctx: WriteContext, id: number): Promise<TillDevice> {
  const before = ensureFound(await lockDevice(ctx.tx, id), noun);
  if (before.status === 'active') throw conflict(`${before.name} is not revoked.`);
  await sql`
    update till_devices set revoked_at = null, revoked_by = null, version = version + 1
    where number = ${id}`.execute(ctx.tx);
  recordAudit(ctx, { action: 'enrolled', recordType: 'till_device', recordId: id, recordName: before.name });
  return ensureFound(await findDevice(ctx.tx, id), noun);
}
