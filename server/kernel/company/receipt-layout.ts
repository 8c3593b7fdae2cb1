import { type ReceiptLayout, receiptLayout, defaultReceipt } from '#domain/settings/receipt-layout.contract';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

/** What receipts print besides the legal requirements. */
export const receiptSetting: Setting<ReceiptLayout> = {
  key: 'receipts',
  name: 'Receipts',
  stored: receiptLayout.catch(defaultReceipt),
  shown: layout => layout,
};

export const findReceiptLayout = async (db: Reader): Promise<ReceiptLayout> =>
  (await findSetting(db, receiptSetting)).value;
