import type { AnyCall } from '../kernel/call';
import { type Access, type Guard, permissionsOfAccess } from '../kernel/access';
import type { Permission } from '../kernel/permissions';
import { type GuardedPath, pageGuards } from '../pages/page-guards';
import { pageTitles } from '../pages/page-titles';
import { groupOfPath } from './action-groups';
import type { AmountCheck } from './amount-checks';

type ActionCall = Pick<AnyCall, 'method' | 'path' | 'access' | 'forCashiers' | 'closedToTokens'>;

/** Something that a user can do or not: a call of the API, or a part of one with a permission of its own. */
export type Action = {
  /** `POST /sales/{id}/refunds`, or `POST /sales#discount` for a part. */
  readonly key: string;
  /** A verb phrase: “Refund a sale”. */
  readonly label: string;
  readonly group: string;
  readonly call: ActionCall;
  readonly checks: readonly AmountCheck[];
  /** Whether the question can name an amount. */
  readonly amount: 'money' | 'percent' | null;
  readonly needsOpenTill: boolean;
};

export type Page = {
  readonly key: GuardedPath;
  readonly label: string;
  readonly group: 'Pages';
  readonly guard: Guard;
};

const refundLimit: AmountCheck = { need: 'large_refund', limit: 'refund' };
const refundPermission: AmountCheck = { need: 'refund', limit: null };
const orderLimit: AmountCheck = { need: 'order', limit: 'order' };
const billLimit: AmountCheck = { need: 'bill', limit: 'bill' };

/** The calls with a limit, by method and path. */
const checksOf: Readonly<Record<string, readonly AmountCheck[]>> = {
  'POST /sales/{id}/refunds': [refundPermission, refundLimit],
  'POST /sales/{id}/exchange': [refundPermission, refundLimit],
  'POST /sales/{id}/cancel': [refundLimit],
  'POST /sales/{id}/replace': [refundLimit],
  'POST /till-sessions/{id}/voided-baskets': [{ need: 'void', limit: null }],
  'POST /held-baskets/{id}/void': [{ need: 'void', limit: null }],
  'POST /till-sessions/{id}/close': [{ need: 'till_variance', limit: 'till_variance' }],
  'POST /stock/adjustments': [{ need: 'stock_adjustment', limit: 'adjustment' }],
  'POST /stock/adjustments/{id}/reverse': [{ need: 'stock_adjustment', limit: 'adjustment' }],
  'POST /stock/counts/{id}/post': [{ need: 'stock_count', limit: 'stock_count' }],
  'POST /stock/counts/{id}/reverse': [{ need: 'stock_count', limit: 'stock_count' }],
  'POST /wallet/customer/{id}/adjustments': [{ need: 'customer_credit', limit: 'write_off' }],
  'POST /purchases/{id}/send': [orderLimit],
  'POST /purchases/{id}/mark-sent': [orderLimit],
  'POST /purchases/bulk-email': [orderLimit],
  'POST /supplier-bills': [billLimit],
  'POST /purchases/{id}/landed-costs': [billLimit],
  'POST /expenses/{id}/submit': [{ need: 'expense', limit: 'expense' }],
};

const atTheTill = new Set([
  'POST /sales/{id}/refunds',
  'POST /sales/{id}/exchange',
  'POST /till-sessions/{id}/voided-baskets',
  'POST /held-baskets/{id}/void',
]);

type Part = {
  readonly key: string;
  readonly label: string;
  readonly checks?: readonly AmountCheck[];
  /** Needed besides the call's own, which names only whole permissions. */
  readonly permission?: Permission;
};

/** Parts of a call that other permissions decide, named by the call and a word. */
const parts: readonly Part[] = [
  {
    key: 'POST /sales#discount',
    label: 'Give a discount by hand',
    checks: [{ need: 'discount', limit: 'discount' }],
  },
  { key: 'POST /sales#price', label: 'Override a price', checks: [{ need: 'price', limit: null }] },
  { key: 'POST /sales#account', label: 'Sell on account', checks: [{ need: 'credit', limit: null }] },
  {
    key: 'POST /sales#stock',
    label: 'Sell more than is in stock, where that needs approval',
    checks: [{ need: 'stock', limit: null }],
  },
  {
    key: 'POST /purchases/{id}/receive#above-order',
    label: 'Receive more than was ordered',
    checks: [{ need: 'over_receipt', limit: null }],
  },
  {
    key: 'POST /till-sessions/{id}/cash#paid-out',
    label: 'Pay cash out of a till',
    checks: [{ need: 'paid_out', limit: 'paid_out' }],
  },
  {
    key: 'POST /till-sessions/{id}/cash/{cash_id}/reverse#paid-in',
    label: 'Reverse cash paid into a till',
    checks: [{ need: 'paid_out', limit: 'paid_out' }],
  },
  {
    key: 'POST /stock/adjustments#write-off',
    label: 'Write off stock',
    checks: [{ need: 'write_off', limit: 'write_off' }],
  },
  {
    key: 'POST /stock/adjustments/{id}/reverse#write-off',
    label: 'Reverse a write-off of stock',
    checks: [{ need: 'write_off', limit: 'write_off' }],
  },
  {
    key: 'POST /stock/counts/{id}/reverse#write-off',
    label: 'Reverse a stocktake that found stock',
    checks: [{ need: 'stock_count', limit: 'write_off' }],
  },
  {
    key: 'POST /opening-balances/invoices#credit',
    label: 'Enter a customer’s unused credit from earlier books',
    checks: [{ need: 'customer_credit', limit: 'write_off' }],
  },
  { key: 'POST /journals#backdate', label: 'Backdate a manual journal', permission: 'backdate' },
  { key: 'POST /journals/year-end#backdate', label: 'Date a year end on its day', permission: 'backdate' },
  {
    key: 'PUT /vat-periods#first_day',
    label: 'Change when the first VAT return begins',
    permission: 'lock_period',
  },
  { key: 'GET /products#cost', label: 'See the cost and margin of products', permission: 'view_cost' },
];

/** Every action of these calls: without public ones, which need no one's permission. */
export function actionsOf(calls: readonly AnyCall[]): Action[] {
  return calls.flatMap(call => {
    if (call.access === 'public') return [];
    const key = `${call.method} ${call.path}`;
    const group = groupOfPath(call.path);
    if (group === undefined)
      throw new Error(`${call.path} has no group in domain/access-check/action-groups.ts`);
    const whole = actionOf({ key, label: labelOf(call.summary), checks: checksOf[key] ?? [] }, call, group);
    const own = parts.filter(part => part.key.startsWith(`${key}#`));
    return [whole, ...own.map(part => actionOf({ checks: [], ...part }, call, group))];
  });
}

/** The call's summary as a short verb phrase: its first sentence, without explanations. */
function labelOf(summary: string): string {
  const [sentence = summary] = summary.split('. ');
  const whole = sentence.replace(/ \(rule [^)]*\)$/, '');
  const file = /^List (.+), all rows as a file$/.exec(whole);
  return file ? `Export ${file[1]}` : (whole.split(': ')[0] ?? whole);
}

function actionOf(
  { key, label, checks, permission }: Part & Required<Pick<Part, 'checks'>>,
  call: AnyCall,
  group: string,
): Action {
  const limited = checks.find(check => check.limit !== null);
  return {
    key,
    label,
    group,
    call: permission === undefined ? call : { ...call, access: withPermission(call.access, permission) },
    checks,
    amount: limited === undefined ? null : limited.limit === 'discount' ? 'percent' : 'money',
    needsOpenTill: atTheTill.has(key),
  };
}

/** All that the call asks for, and the permission of the part. */
const withPermission = (access: Access, permission: Permission): Access => ({
  allOf: [...permissionsOfAccess(access), permission],
});

/** Every page inside the layout. */
export const pages: readonly Page[] = Object.entries(pageGuards).map(([path, guard]) => ({
  key: path as GuardedPath,
  label: pageTitles[path as GuardedPath],
  group: 'Pages',
  guard,
}));
