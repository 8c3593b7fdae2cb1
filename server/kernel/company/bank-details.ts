import { type BankDetails, bankDetails, noBankDetails } from '#domain/settings/bank-details.contract';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

/** The bank account that customers pay into. */
export const bankDetailsSetting: Setting<BankDetails> = {
  key: 'bank_details',
  name: 'Bank details',
  stored: bankDetails.catch(noBankDetails),
  shown: details => details,
};

export const findBankDetails = async (db: Reader): Promise<BankDetails> =>
  (await findSetting(db, bankDetailsSetting)).value;
