import type { PaymentMethod } from '#domain/payments/payment.status';

/** The accounts that Counterfoil posts to automatically (rule L3). */
export const systemAccounts = {
  tillCash: '1000',
  pettyCash: '1010',
  bank: '1020',
  undepositedCheques: '1025',
  cardClearing: '1030',
  otherClearing: '1040',
  tradeDebtors: '1100',
  inventory: '1200',
  tradeCreditors: '2100',
  goodsReceivedNotInvoiced: '2110',
  outputVat: '2200',
  inputVat: '2201',
  vatPayable: '2205',
  accruedExpenses: '2300',
  businessCreditCard: '2400',
  capital: '3000',
  openingSuspense: '3900',
  sales: '4000',
  salesReturns: '4010',
  otherIncome: '4900',
  costOfGoodsSold: '5000',
  shrinkage: '5100',
  purchasePriceVariance: '5110',
  wages: '6100',
  badDebts: '6800',
  tillDifferences: '6900',
} as const;

/** The account that money leaves by method, except till cash (rule L4). */
export const paidFrom: Readonly<Record<PaymentMethod, string>> = {
  cash: systemAccounts.pettyCash,
  bank_transfer: systemAccounts.bank,
  cheque: systemAccounts.bank,
  credit_card: systemAccounts.businessCreditCard,
  upi: systemAccounts.otherClearing,
  other: systemAccounts.otherClearing,
};

/**
 * The account that money from a supplier goes to by method (rule L4; a card refund goes back to the card).
 */
export const receivedInto: Readonly<Record<PaymentMethod, string>> = {
  cash: systemAccounts.pettyCash,
  bank_transfer: systemAccounts.bank,
  cheque: systemAccounts.undepositedCheques,
  credit_card: systemAccounts.businessCreditCard,
  upi: systemAccounts.otherClearing,
  other: systemAccounts.otherClearing,
};

/**
 * The account that customer payments go to, and refunds come from, by method (rule L4): cash is the till's.
 */
export const customerMoney: Readonly<Record<PaymentMethod, string>> = {
  cash: systemAccounts.tillCash,
  bank_transfer: systemAccounts.bank,
  cheque: systemAccounts.undepositedCheques,
  credit_card: systemAccounts.cardClearing,
  upi: systemAccounts.otherClearing,
  other: systemAccounts.otherClearing,
};
