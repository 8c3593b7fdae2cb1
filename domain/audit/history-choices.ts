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
import { appliesToNames } from '../pricing/promotion.contract';
import { promotionKindNames } from '../pricing/price-rules';
import { stockPolicyNames } from '../products/product.status';
import { tenderMethodNames } from '../sales/tender';
import { mailSecurityNames, mailStepNames } from '../settings/mail-out.contract';
import { adjustmentReasonNames as stockReasonNames } from '../stock/adjustment-reason';
import { belowCostNames } from '../tills/selling-settings.contract';
import { receiptPaperNames } from '../tills/till-state';
import { adjustmentReasonNames as vatReasonNames } from '../vat-returns/vat-adjustment';
import { staggerNames } from '../vat-returns/vat-period';
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
  how: { email: 'Email', print: 'Post' },
  kind: { ...customerKindNames, ...customerPaymentKindNames },
  method: methods,
  paper: receiptPaperNames,
  pay_per: payPerNames,
  payment_method: methods,
  security: { ...mailboxSecurityNames, ...mailSecurityNames },
  sent_copies: sentCopiesNames,
  settlement: settlementNames,
  stagger: staggerNames,
  stock_policy: stockPolicyNames,
  tenders: methods,
  tone: reminderToneNames,
  vat_code: vatCodeNames,
};

/** Codes whose label depends on the kind of record, or of what was approved by PIN. */
const namedOfRecord: Readonly<Record<string, Names>> = {
  'promotion applies_to': appliesToNames,
  'promotion kind': promotionKindNames,
  'stock_adjustment reason': stockReasonNames,
  'vat_adjustment reason': vatReasonNames,
  'write_off reason': stockReasonNames,
};

/** The label of one of our codes, as on the screens; undefined for any other text. */
export const labelOf = (field: string, value: string, recordType = ''): string | undefined =>
  [namedOfRecord[`${recordType} ${field}`], named[field]].find(
    names => names && Object.hasOwn(names, value),
  )?.[value];

/** The label of an enum value, as on the screens. */
export const choiceWords = (field: string, value: string, recordType?: string): string =>
  labelOf(field, value, recordType) ?? sentenceCase(value);
