/** The series of document numbers, each with its documents. */
export const numberSeries = {
  PO: 'Purchase orders',
  GRN: 'Goods received notes',
  BILL: 'Supplier bills',
  RET: 'Returns to suppliers',
  SCN: 'Supplier credit notes',
  PAY: 'Payments',
  ADJ: 'Stock adjustments',
  COUNT: 'Stocktakes',
  JNL: 'Manual journals',
  OPEN: 'Opening items',
  QUO: 'Quotes',
  INV: 'Invoices',
  CN: 'Credit notes',
  RCT: 'Customer payments',
  EXP: 'Expenses',
  EMP: 'Employees',
  SAL: 'Wage payments',
  VADJ: 'VAT adjustments',
  WAL: 'Customer ledger adjustments',
} as const;
export type NumberSeries = keyof typeof numberSeries;

export const isNumberSeries = (text: string): text is NumberSeries => Object.hasOwn(numberSeries, text);

/** The default prefix: `INV-`. */
export const defaultPrefix = (series: NumberSeries): string => `${series}-`;

/** Shorter numbers have zeros in front. */
export const minDigits = 5;

/** A document number: `INV-00042`, or with the chosen prefix. */
export const numberOf = (series: NumberSeries, prefix: string | null, number: number): string =>
  `${prefix ?? defaultPrefix(series)}${String(number).padStart(minDigits, '0')}`;

/** 42 of `INV-00042`. Prefixes never end in a digit. */
export const countOfNumber = (number: string): number => Number(/\d+$/.exec(number)?.[0]);
