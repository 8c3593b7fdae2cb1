import * as z from 'zod';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { type Pence, poundsFromPence } from '#domain/kernel/money';
import { percentage } from '#domain/kernel/percent';
import type { PurchasingSettings } from '#domain/purchase-orders/purchase-order.rules';
import type { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import {
  changeSetting,
  type Current,
  findingSetting,
  findSetting,
  type Setting,
  type SettingRow,
} from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import { ask, type Question } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';

const stored = z.object({
  approval_limit_pence: z.int().min(0).nullable().default(null),
  over_receipt_hundredths: z.int().min(0).max(10_000).default(0),
  settle_oldest_first: z.boolean().default(true),
});
type Stored = z.output<typeof stored>;

/**
 * The purchasing settings. By default nothing needs approval and nothing above the ordered quantity is
 * accepted.
 */
const setting: Setting<Stored> = {
  key: 'purchasing',
  name: 'Purchasing',
  stored,
  shown: rules => ({
    approval_limit: rules.approval_limit_pence === null ? null : poundsFromPence(rules.approval_limit_pence),
    over_receipt_percent: percentage.encode(rules.over_receipt_hundredths),
    settle_oldest_first: rules.settle_oldest_first,
  }),
};

const { statement, answer } = findingSetting(setting);

export const findingPurchasingSettings: Question<SettingRow, PurchasingSettings> = {
  statement,
  answer: rows => {
    const { value } = answer(rows);
    return {
      approvalLimit: value.approval_limit_pence as Pence | null,
      overReceipt: value.over_receipt_hundredths,
      settleOldestFirst: value.settle_oldest_first,
    };
  },
};

export const findPurchasingSettings = (db: Reader): Promise<PurchasingSettings> =>
  ask(db, findingPurchasingSettings);

type Reply = ReplyOf<typeof purchasingSettings.get>;

const reply = ({ value, version }: Current<Stored>): Reply => ({
  approval_limit: value.approval_limit_pence as Pence | null,
  over_receipt_percent: value.over_receipt_hundredths,
  settle_oldest_first: value.settle_oldest_first,
  version,
});

export const getPurchasingSettings = async (db: Reader): Promise<Reply> =>
  reply(await findSetting(db, setting));

export const savePurchasingSettings = async (
  ctx: WriteContext,
  {
    approval_limit,
    over_receipt_percent,
    settle_oldest_first,
    version,
  }: BodyOf<typeof purchasingSettings.update>,
): Promise<Reply> =>
  reply(
    await changeSetting(
      ctx,
      setting,
      before => ({
        approval_limit_pence: approval_limit,
        over_receipt_hundredths: over_receipt_percent,
        settle_oldest_first: settle_oldest_first ?? before.settle_oldest_first,
      }),
      version,
    ),
  );
