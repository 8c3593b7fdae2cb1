import * as z from 'zod';
import { countOf } from '#domain/kernel/count-of';
import { type PriceGroup, priceGroups, type PriceGroupWrite } from '#domain/pricing/price-group.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { percentText } from '../products';
import {
  deletePriceGroup,
  findPriceGroup,
  findPriceGroupUse,
  insertPriceGroup,
  lockPriceGroup,
  updatePriceGroup,
} from './price-groups.queries';

const noun = 'Price group';
const recordType = 'price_group';

/** Adds a price group. 422 when the name is taken, ignoring case. */
export async function createPriceGroup(ctx: WriteContext, body: PriceGroupWrite): Promise<PriceGroup> {
  const id = await refusingDuplicateNames(body, insertPriceGroup(ctx.tx, body, ctx.now));
  const created = ensureFound(await findPriceGroup(ctx.tx, id), noun);
  recordAudit(ctx, {
    action: 'created',
    recordType,
    recordId: id,
    recordName: created.name,
    after: factsOf(created),
  });
  return created;
}

/**
 * Edits a price group. 404 when it does not exist, 409 when someone else changed it, 422 when the name is
 * taken.
 */
export async function editPriceGroup(
  ctx: WriteContext,
  id: number,
  { version, ...body }: PriceGroupWrite & { version?: number | undefined },
): Promise<PriceGroup> {
  const before = ensureFound(await lockPriceGroup(ctx.tx, id), noun);
  ensureCurrent(z.encode(priceGroups.update.reply, before), version, noun);
  await refusingDuplicateNames(body, updatePriceGroup(ctx.tx, id, body, ctx.now));
  const after = ensureFound(await findPriceGroup(ctx.tx, id), noun);
  recordEdit(ctx, { type: recordType, id, name: after.name }, factsOf(before), factsOf(after));
  return after;
}

/** Deletes a price group without prices and customers. 404, or 409 with what to do instead. */
export async function removePriceGroup(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const group = ensureFound(await lockPriceGroup(ctx.tx, id), noun);
  const use = await findPriceGroupUse(ctx.tx, id);
  if (use && use.customers > 0)
    throw conflict(
      `${countOf(use.customers, 'customer')} ${use.customers === 1 ? 'is' : 'are'} in “${group.name}”, so it cannot be deleted. Make it inactive instead.`,
    );
  if (use?.has_prices)
    throw conflict(
      `Some products have prices for “${group.name}”, so it cannot be deleted. Make it inactive instead.`,
    );
  await deletePriceGroup(ctx.tx, id);
  recordAudit(ctx, {
    action: 'deleted',
    recordType,
    recordId: id,
    recordName: group.name,
    before: factsOf(group),
  });
  return { message: 'Deleted successfully!' };
}

const factsOf = ({ name, percent_off, status }: PriceGroup) => ({
  name,
  percent_off: percentText(percent_off),
  status,
});

async function refusingDuplicateNames<T>({ name }: PriceGroupWrite, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (violatedConstraint(error) !== 'price_groups_name_is_taken') throw error;
    throw invalid({ name: `There is already a price group called “${name}”.` });
  }
}
