import type { BodyOf } from '#domain/kernel/call';
import type {
  NewProduct,
  NewProductSettings,
  newProductSettings,
} from '#domain/settings/new-products.contract';
import { newProductSetting } from '../../kernel/company';
import { type Current, findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export const getNewProducts = async (db: Reader): Promise<NewProductSettings> =>
  reply(await findSetting(db, newProductSetting));

/** Saves the defaults for new products. Existing ones do not change. */
export const saveNewProducts = async (
  ctx: WriteContext,
  { version, ...product }: BodyOf<typeof newProductSettings.save>,
): Promise<NewProductSettings> => reply(await saveSetting(ctx, newProductSetting, product, version));

const reply = ({ value, version }: Current<NewProduct>): NewProductSettings => ({ ...value, version });
