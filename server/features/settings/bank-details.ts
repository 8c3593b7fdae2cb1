import type { BodyOf } from '#domain/kernel/call';
import type {
  BankDetails,
  BankDetailsSettings,
  bankDetailsSettings,
} from '#domain/settings/bank-details.contract';
import { bankDetailsSetting } from '../../kernel/company';
import { type Current, findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export const getBankDetails = async (db: Reader): Promise<BankDetailsSettings> =>
  reply(await findSetting(db, bankDetailsSetting));

/** Saves the bank account printed on future documents. */
export async function saveBankDetails(
  ctx: WriteContext,
  { version, ...entered }: BodyOf<typeof bankDetailsSettings.save>,
): Promise<BankDetailsSettings> {
  const details = {
    account_name: entered.account_name ?? null,
    sort_code: entered.sort_code ?? null,
    account_number: entered.account_number ?? null,
    iban: entered.iban ?? null,
  };
  return reply(await saveSetting(ctx, bankDetailsSetting, details, version));
}

const reply = ({ value, version }: Current<BankDetails>): BankDetailsSettings => ({ ...value, version });
