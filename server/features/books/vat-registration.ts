import type { FirmVatRegistration, vatRegistration } from '#domain/books/vat-registration.contract';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { recordEdit } from '../../kernel/audit';
import { ensureNotFarAhead } from '../../kernel/books-day';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';

const columns = ['is_registered', 'vat_number', 'registered_from', 'registered_until', 'version'] as const;

export const findVatRegistration = (db: Reader): Promise<FirmVatRegistration> =>
  db.selectFrom('vat_registration').select(columns).executeTakeFirstOrThrow();

/**
 * Changes whether the business is registered, its number and the dates. Documents already posted keep their
 * VAT (rule V2). 409 on a conflict.
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
  const after = await ctx.tx
    .updateTable('vat_registration')
    .set({ ...(facts.is_registered ? facts : unregistered), version: before.version + 1 })
    .returning(columns)
    .executeTakeFirstOrThrow();
  recordEdit(ctx, { type: 'setting', id: null, name: 'VAT registration' }, factsOf(before), factsOf(after));
  return after;
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
