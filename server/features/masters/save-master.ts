import { invalid, ensureFound } from '../../platform/http/refusal';
import { violatedConstraint } from '../../platform/database/database-errors';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { fractionsInStock } from '../../kernel/stock';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import type { MasterKind } from './master-kinds';
import {
  findMaster,
  insertMaster,
  lockMaster,
  type MasterValues,
  type StoredMaster,
  updateMaster,
} from './masters.queries';

/** Adds a master record. 422 when the name is taken, ignoring letter case. */
export async function createMaster(
  ctx: WriteContext,
  kind: MasterKind,
  values: MasterValues,
): Promise<StoredMaster> {
  const id = await refusingDuplicateNames(kind, values, insertMaster(ctx.tx, kind, values, ctx.now));
  const created = ensureFound(await findMaster(ctx.tx, kind, id), kind.noun);
  recordAudit(ctx, {
    action: 'created',
    recordType: kind.recordType,
    recordId: id,
    recordName: values.name,
    after: auditFacts(created),
  });
  return created;
}

/** Edits a master record. 404 when it is gone, 409 when someone else changed it, 422 when the name is taken. */
export async function editMaster(
  ctx: WriteContext,
  kind: MasterKind,
  id: number,
  edit: MasterValues & { readonly version?: number | undefined },
): Promise<StoredMaster> {
  const before = ensureCurrent(await lockMaster(ctx.tx, kind, id), edit.version, kind.noun);
  if (edit.is_whole && before.is_whole === false) await ensureNoFractions(ctx, id, edit.name);
  await refusingDuplicateNames(kind, edit, updateMaster(ctx.tx, kind, id, edit, ctx.now));
  const after = ensureFound(await findMaster(ctx.tx, kind, id), kind.noun);
  recordEdit(ctx, { type: kind.recordType, id, name: after.name }, auditFacts(before), auditFacts(after));
  return after;
}

/** What is in stock must fit the unit from now on; documents of before stand as they are (decision 205). */
async function ensureNoFractions({ tx }: WriteContext, unitId: number, name: string): Promise<void> {
  const products = await fractionsInStock(tx, unitId);
  if (products !== null)
    throw invalid({
      is_whole: `“${name}” has fractions in stock: ${products}. Adjust or count them to whole numbers first.`,
    });
}

const auditFacts = (master: StoredMaster) => ({
  name: master.name,
  status: master.status,
  ...(master.category ? { category: master.category.name } : {}),
  ...(master.is_whole === undefined ? {} : { is_whole: master.is_whole }),
});

async function refusingDuplicateNames<T>(
  kind: MasterKind,
  values: MasterValues,
  write: Promise<T>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === `${kind.table}_name_is_taken`) {
      const place = kind.table === 'sub_categories' ? ' in this category' : '';
      throw invalid({ name: `There is already ${withArticle(kind.noun)} called “${values.name}”${place}.` });
    }
    if (constraint === 'sub_categories_category_exists')
      throw invalid({ category_id: 'This category no longer exists. Choose another.' });
    if (constraint === 'products_sub_category_is_of_the_category')
      throw invalid({
        category_id: `Products are in “${values.name}”, so it stays in its category. Add a sub-category to the other one and move them there.`,
      });
    throw error;
  }
}

const withArticle = (noun: string) =>
  `${/^[aeiou]/i.test(noun) && noun !== 'Unit' ? 'an' : 'a'} ${noun.toLowerCase()}`;
