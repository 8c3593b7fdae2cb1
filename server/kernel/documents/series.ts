/** The series of document numbers, each with what it numbers. */
export const numberSeries = {
  PO: 'Purchase orders',
  GRN: 'Goods received notes',
  BILL: 'Supplier bills',
  RET: 'Returns to suppliers',
  SCN: 'Supplier credit notes',
  PAY: 'Payments',
  ADJ: 'Stock adjustments',
  COUNT: 'Stock-takes',
  JNL: 'Manual journals',
  OPEN: 'Opening items',
  QUO: 'Quotes',
  INV: 'Invoices',
  CN: 'Credit notes',
  RCT: 'Money from and to customers',
  EXP: 'Expenses',
  EMP: 'Employees',
  SAL: 'Salary payments',
  WAL: 'Adjustments of customers’ ledgers',
} as const;
export type NumberSeries = keyof typeof numberSeries;
