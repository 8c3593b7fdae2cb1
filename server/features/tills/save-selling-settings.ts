import { sql } from 'kysely';
import * as z from 'zod';
import { poundsFromPence } from '#domain/kernel/money';
import { percentage } from '#domain/kernel/percent';
import type { SettingName } from '#domain/settings/setting-history.contract';
import {
  type SellingSettings,
  type SellingSettingsWrite,
  sellingSettings,
} from '#domain/tills/selling-settings.contract';
import { recordEdit } from '../../kernel/audit';
import { findSellingSettings } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';

const settingName: SettingName = 'Selling';

/** Changes the sales settings. 409 with the current ones when someone else changed them. */
export async function saveSellingSettings(
  ctx: WriteContext,
  { version, ...settings }: SellingSettingsWrite,
): Promise<SellingSettings> {
  await sql`select from selling_settings for update`.execute(ctx.tx);
  const before = await findSellingSettings(ctx.tx);
  const { paid_out_limit = before.paid_out_limit } = settings;
  const current = z.encode(sellingSettings.update.reply, before);
  ensureCurrent({ ...current, id: 0 }, version, 'Page');
  await sql`
    update selling_settings set discount_limit = ${percentage.encode(settings.discount_limit)}, below_cost = ${settings.below_cost},
      blind_count = ${settings.blind_count}, variance_limit_pence = ${settings.variance_limit}, paid_out_limit_pence = ${paid_out_limit},
      held_days = ${settings.held_days}, till_keep_days = coalesce(${settings.till_keep_days ?? null}, till_keep_days), desk_price_mode = ${settings.desk_price_mode}, version = version + 1`.execute(
    ctx.tx,
  );
  const after = await findSellingSettings(ctx.tx);
  recordEdit(ctx, { type: 'setting', id: null, name: settingName }, factsOf(before), factsOf(after));
  return after;
}

const factsOf = ({
  version: _version,
  variance_limit,
  paid_out_limit,
  discount_limit,
  ...facts
}: SellingSettings) => ({
  ...facts,
  discount_limit: percentage.encode(discount_limit),
  variance_limit: poundsFromPence(variance_limit),
  paid_out_limit: paid_out_limit === null ? null : poundsFromPence(paid_out_limit),
});
