import { type Access, can, canAny, type Holder, isAllowed } from './access';

/**
 * What some calls decide about the record, once their permission has opened them. Holders of `unless` are not limited;
 * everyone else may make the call only as `limitedTo` says. The use cases ask here, and the access check shows it.
 */
type RecordRule = {
  readonly calls: readonly string[];
  readonly unless: Access | null;
  readonly limitedTo: string;
};

export const recordRules = {
  othersExpensesView: {
    calls: [
      'GET /expenses/{id}',
      'GET /expenses/{id}/receipts',
      'GET /expenses/{id}/receipts/{attachment_id}',
    ],
    unless: canAny('view_expense', 'edit_expense', 'approve_expense', 'pay_expense', 'reverse_payment'),
    limitedTo: 'Only expenses they entered themselves',
  },
  othersExpensesChange: {
    calls: [
      'POST /expenses/{id}/submit',
      'POST /expenses/{id}/receipts',
      'DELETE /expenses/{id}/receipts/{attachment_id}',
    ],
    unless: can('edit_expense'),
    limitedTo: 'Only expenses they entered themselves',
  },
  postedExpenses: {
    calls: ['POST /expenses/{id}/cancel'],
    unless: can('reverse_payment'),
    limitedTo: 'Only their own expenses that are not posted yet',
  },
  pendingPayments: {
    calls: ['POST /payments/{id}/cancel'],
    unless: can('create_payment'),
    limitedTo: 'Only completed payments, which are reversed',
  },
  completedPayments: {
    calls: ['POST /payments/{id}/cancel'],
    unless: can('reverse_payment'),
    limitedTo: 'Only payments that are still pending',
  },
  othersTillCash: {
    calls: ['POST /till-sessions/{id}/cash/{cash_id}/reverse'],
    unless: can('reverse_payment'),
    limitedTo: 'Only cash they paid in or out themselves, while that till session is open',
  },
  othersNotesEdit: { calls: ['PUT /notes/{id}'], unless: null, limitedTo: 'Only notes they wrote' },
  othersNotesDelete: {
    calls: ['DELETE /notes/{id}'],
    unless: 'administrator',
    limitedTo: 'Only notes they wrote',
  },
  othersSavedReports: {
    calls: [
      'PUT /saved-reports/{id}',
      'DELETE /saved-reports/{id}',
      'PUT /saved-reports/{id}/schedule',
      'DELETE /saved-reports/{id}/schedule',
    ],
    unless: 'administrator',
    limitedTo: 'Only reports they saved',
  },
  othersRequests: {
    calls: ['POST /purchases/{id}/reject-approval'],
    unless: can('approve_purchaseorder'),
    limitedTo: 'Only requests they made themselves',
  },
  creditsAboveBills: {
    calls: ['POST /purchases/{id}/returns'],
    // As recording a supplier credit note of any amount.
    unless: canAny('create_payment', 'edit_purchaseorder'),
    limitedTo: 'Only crediting what was billed for the goods, or less',
  },
  quotedPrices: {
    calls: ['POST /quotes/{id}/confirm'],
    unless: can('override_price'),
    limitedTo: 'Only while keeping the quoted prices needs no price override',
  },
  customerPriceGroups: {
    calls: ['POST /customers', 'PUT /customers/{id}', 'POST /customers/bulk'],
    unless: can('override_price'),
    limitedTo: 'Only without choosing or changing a price group',
  },
  customerCredit: {
    calls: ['POST /customers', 'PUT /customers/{id}', 'POST /customers/bulk'],
    unless: canAny('sell_on_account', 'adjust_ledger'),
    limitedTo: 'Only without a credit limit, and without changing payment terms',
  },
  otherAddresses: {
    calls: ['POST /sales/{id}/email', 'POST /quotes/{id}/email', 'POST /purchases/{id}/send'],
    unless: can('create_email'),
    limitedTo: 'Only to the own address of the customer or supplier',
  },
  closedDays: {
    calls: ['PUT /books/lock'],
    unless: 'administrator',
    limitedTo: 'Only closing more days. Administrators can reopen them',
  },
} as const satisfies Readonly<Record<string, RecordRule>>;

type RecordRuleName = keyof typeof recordRules;

/** Whether a rule does not limit this holder, whatever the record. */
export const passesRecordRule = (name: RecordRuleName, holder: Holder): boolean =>
  passesRecordRuleOf(recordRules[name], holder);

export const passesRecordRuleOf = ({ unless }: Pick<RecordRule, 'unless'>, holder: Holder): boolean =>
  unless !== null && isAllowed(unless, holder);

/** The rules of one call, by `POST /payments/{id}/cancel`. */
export const recordRulesOf = (call: string): readonly RecordRule[] =>
  Object.values(recordRules).filter(rule => (rule.calls as readonly string[]).includes(call));
