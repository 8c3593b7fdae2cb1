import type { BodyOf } from '#domain/kernel/call';
import type {
  ReceiptLayout,
  ReceiptSettings,
  receiptSettings,
} from '#domain/settings/receipt-layout.contract';
import { receiptSetting } from '../../kernel/company';
import { type Current, findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export const getReceiptSettings = async (db: Reader): Promise<ReceiptSettings> =>
  reply(await findSetting(db, receiptSetting));

/** Saves the receipt settings, which also apply to reprints. */
export const saveReceiptSettings = async (
  ctx: WriteContext,
  { version, header, footer, ...shown }: BodyOf<typeof receiptSettings.save>,
): Promise<ReceiptSettings> =>
  reply(
    await saveSetting(
      ctx,
      receiptSetting,
      { header: header ?? null, footer: footer ?? null, ...shown },
      version,
    ),
  );

const reply = ({ value, version }: Current<ReceiptLayout>): ReceiptSettings => ({ ...value, version });
