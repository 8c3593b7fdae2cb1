import type { BodyOf } from '#domain/kernel/call';
import type {
  NewProduct,
  NewProductSettings,
  newProductSettings,
} from '#domain/settings/new-products.contract';
import { findNewProducts, isUnit, newProductSetting } from '../../kernel/company';
import { type Current, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';

export const getNewProducts = async (db: Reader): Promise<NewProductSettings> =>
  reply(await findNewProducts(db));

/** Saves the defaults for new products. Existing ones do not change. 422 if the unit does not exist. */
export async function saveNewProducts(
  ctx: WriteContext,
  {
    version,
    unit_id = null,
    reorder_level = null,
    reorder_quantity = null,
    ...rest
  }: BodyOf<typeof newProductSettings.save>,
): Promise<NewProductSettings> {
  if (unit_id !== null && !(await isUnit(ctx.tx, unit_id)))
    throw invalid({ unit_id: 'This unit no longer exists. Choose another.' });
  const product = { ...rest, unit_id, reorder_level, reorder_quantity };
  return reply(await saveSetting(ctx, newProductSetting, product, version));
}

const reply = ({ value, version }: Current<NewProduct>): NewProductSettings => ({ ...value, version });
