import { type ReceiptLayout, receiptLayout, usualReceipt } from '#domain/settings/receipt-layout.contract';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

/** The optional parts of a receipt. */
export const receiptSetting: Setting<ReceiptLayout> = {
  key: 'receipts',
  name: 'Receipts',
  stored: receiptLayout.catch(usualReceipt),
  shown: layout => layout,
};

export const findReceiptLayout = async (db: Reader): Promise<ReceiptLayout> =>
  (await findSetting(db, receiptSetting)).value;
