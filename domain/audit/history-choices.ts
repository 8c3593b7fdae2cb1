import { consentNames, customerKindNames } from '../customers/customer-fields';
import {
  mailSecurityNames as mailboxSecurityNames,
  mailboxStepNames,
  sentCopiesNames,
} from '../emails/mailbox.contract';
import { payPerNames } from '../employees/employee-pay.contract';
import { settlementNames } from '../expenses/expense.status';
import { frequencyNames } from '../expenses/expense-schedule';
import { vatCodeNames } from '../kernel/vat';
import { paymentMethodNames } from '../payments/payment.status';
import { stockPolicyNames } from '../products/product.status';
import { tenderMethodNames } from '../sales/tender';
import { mailSecurityNames, mailStepNames } from '../settings/mail-out.contract';
import { belowCostNames } from '../tills/selling-settings.contract';
import { receiptPaperNames } from '../tills/till-state';
import { customerPaymentKindNames } from '../wallet/customer-payment';
import { reminderToneNames } from '../wallet/reminder';
import { sentenceCase } from './activity-words';

type Names = Readonly<Record<string, string>>;

const methods: Names = { ...tenderMethodNames, ...paymentMethodNames };
const named: Readonly<Record<string, Names>> = {
  below_cost: belowCostNames,
  consent: consentNames,
  every: frequencyNames,
  failed: mailStepNames,
  failed_step: mailboxStepNames,
  kind: { ...customerKindNames, ...customerPaymentKindNames, buy_x_get_y: 'Buy X get Y' },
  method: methods,
  paper: receiptPaperNames,
  pay_per: payPerNames,
  payment_method: methods,
  security: { ...mailboxSecurityNames, ...mailSecurityNames },
  sent_copies: sentCopiesNames,
  settlement: settlementNames,
  stock_policy: stockPolicyNames,
  tenders: methods,
  tone: reminderToneNames,
  vat_code: vatCodeNames,
};

/** The label of an enum value, as on the screens. */
export const choiceWords = (field: string, value: string): string =>
  named[field]?.[value] ?? sentenceCase(value);
