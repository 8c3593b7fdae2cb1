import { sql } from 'kysely';
import type { FirmVatRegistration, vatRegistration } from '#domain/books/vat-registration.contract';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { recordEdit } from '../../kernel/audit';
import { ensureNotFarAhead } from '../../kernel/books-day';
import { lockBooks } from '../../kernel/locks';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { ensureFiledBefore } from '../vat-returns';

const columns = ['is_registered', 'vat_number', 'registered_from', 'registered_until', 'version'] as const;

export const findVatRegistration = (db: Reader): Promise<FirmVatRegistration> =>
  db.selectFrom('vat_registration').select(columns).executeTakeFirstOrThrow();

/**
 * Changes whether the business is registered, its number and the dates. Documents already posted keep their
 * VAT (rule V2). 409 on a conflict; 422 if the registration would be forgotten although VAT was posted under it.
 */
export async function saveVatRegistration(
  ctx: WriteContext,
  { version, ...facts }: BodyOf<typeof vatRegistration.save>,
): Promise<FirmVatRegistration> {
  const today = londonDate(ctx.now);
  ensureNotFarAhead('dated', today, { registered_from: facts.registered_from });
  ensureNotFarAhead('due', today, { registered_until: facts.registered_until });
  const before = await ctx.tx
    .selectFrom('vat_registration')
    .select(columns)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (version !== undefined && version !== before.version)
    throw conflict(
      'The VAT registration changed while you were editing it. Review it and try again.',
      before,
    );
  // What is being posted, or filed, comes first and is seen below, or sees the new registration.
  await lockBooks(ctx.tx);
  if (before.is_registered && !facts.is_registered) await ensureUnused(ctx);
  if (facts.registered_from !== before.registered_from)
    await ensureFiledBefore(ctx.tx, { from: facts.registered_from, today });
  const after = await ctx.tx
    .updateTable('vat_registration')
    .set({ ...(facts.is_registered ? facts : unregistered), version: before.version + 1 })
    .returning(columns)
    .executeTakeFirstOrThrow();
  recordEdit(ctx, { type: 'setting', id: null, name: 'VAT registration' }, factsOf(before), factsOf(after));
  return after;
}

/**
 * A registration that was used has a last day instead: bills and expenses of its days still recover their VAT, and their
 * returns keep its number (rules V2, V18).
 */
async function ensureUnused({ tx }: WriteContext): Promise<void> {
  const { rows } = await sql`
    select where exists (select from vat_returns) or exists (select from vat_entries where vat_pence <> 0 or vat_code <> 'O')`.execute(
    tx,
  );
  if (rows.length > 0)
    throw invalid({
      is_registered:
        'VAT has been posted under this registration. Keep it, and enter its last day under “Registered until”.',
    });
}

/** Without registration there is no number and no dates. */
const unregistered = {
  is_registered: false,
  vat_number: null,
  registered_from: null,
  registered_until: null,
};

const factsOf = ({ is_registered, vat_number, registered_from, registered_until }: FirmVatRegistration) => ({
  is_registered,
  vat_number,
  registered_from,
  registered_until,
});
