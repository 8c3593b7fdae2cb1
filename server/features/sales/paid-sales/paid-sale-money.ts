import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import type { SellingRights } from '#domain/sales/needs';
import type { PaidSaleWrite } from '#domain/sales/sale.contract';
import { settle } from '#domain/sales/tender';
import { creditAllowed } from '#domain/wallet/credit';
import { type SpentApproval, spendApprovals } from '../../../kernel/approvals';
import { walletAvailable } from '../../../kernel/parties';
import type { WriteContext } from '../../../platform/http/context';
import { invalid } from '../../../platform/http/refusal';
import { type Buyer, lockBuyerLedger } from '../sale-customer';
import type { Deviation } from './sale-exceptions';
import type { SaleToPost } from '../sale-to-post';

type Paid = Pick<SaleToPost, 'ledger' | 'tenders' | 'onAccount' | 'change'>;

/**
 * The payments of a paid sale. A wallet shortfall is charged on account, and exceeding the credit limit is
 * reported but allowed. Refuses payments that do not equal the total, which a manager must resolve.
 */
export async function settlePaidSale(
  ctx: WriteContext,
  {
    body,
    buyer,
    gross,
    rights,
    cashier,
  }: { body: PaidSaleWrite; buyer: Buyer; gross: Pence; rights: SellingRights; cashier: string },
): Promise<Paid & { deviations: readonly Deviation[] }> {
  const settled = settle(gross, body.tenders);
  if (!settled.allowed) throw invalid({ [settled.field ?? 'tenders']: settled.reason });
  const isOfLedger = body.tenders.some(({ method }) => method === 'account' || method === 'wallet');
  if (body.tenders.some(({ method }) => method === 'exchange') || (isOfLedger && buyer.is_walk_in))
    throw invalid({ tenders: 'This customer has no account for this payment method.' });
  const named = settled.tenders.map((tender, index) => ({
    ...tender,
    reference: body.tenders[index]?.reference ?? null,
  }));
  const money = named.filter(({ method }) => method !== 'account' && method !== 'wallet');
  const paid = { tenders: money.filter(({ applied }) => applied > 0), change: settled.change };
  const ledger = await lockBuyerLedger(ctx.tx, buyer);
  if (ledger === null) return { ...paid, ledger, onAccount: toPence(0), deviations: [] };
  const { party, balance } = ledger;
  const walletTotal = sum(named.filter(({ method }) => method === 'wallet').map(({ applied }) => applied));
  const held =
    walletTotal > 0 ? toPence(Math.min(walletTotal, await walletAvailable(ctx.tx, party))) : toPence(0);
  const wallet = named.find(({ method }) => method === 'wallet');
  const onAccount = toPence(
    sum(named.filter(({ method }) => method === 'account').map(({ applied }) => applied)) +
      walletTotal -
      held,
  );
  const fromWallet = wallet && held > 0 ? [{ ...wallet, tendered: held, applied: held }] : [];
  return {
    ...paid,
    ledger: party,
    tenders: [...paid.tenders, ...fromWallet],
    onAccount,
    deviations: [
      ...shortWallet(toPence(walletTotal - held)),
      ...credit(buyer, { balance, onAccount, fromWallet: held, rights, cashier }),
    ],
  };
}

// Exceptions stay as they are, so they do not name the customer, who may be erased (rule K3). Their sale does.
const shortWallet = (missing: Pence): Deviation[] =>
  missing > 0
    ? [
        {
          kind: 'credit',
          words: `The wallet was ${formatPounds(missing)} short, so that amount was charged on account.`,
          amount: missing,
        },
      ]
    : [];

function credit(
  { credit_limit: limit }: Buyer,
  {
    balance,
    onAccount,
    fromWallet,
    rights,
    cashier,
  }: { balance: Pence; onAccount: Pence; fromWallet: Pence; rights: SellingRights; cashier: string },
): Deviation[] {
  if (onAccount === 0) return [];
  const result = creditAllowed({ balance, amount: onAccount, fromWallet, limit });
  if (!result.allowed) return [{ kind: 'credit', words: result.reason, amount: onAccount }];
  if (rights.canSellOnAccount) return [];
  return [
    {
      kind: 'credit',
      words: `${cashier} sold on account, without permission to do so.`,
      amount: onAccount,
    },
  ];
}

/** What would have needed approval in a live sale and has none. */
export async function unapproved(
  ctx: WriteContext,
  { client_id: clientId, approvals: ids }: PaidSaleWrite,
  {
    needs,
    nameOf,
    cashier,
    arrivedAt,
  }: { needs: readonly ApprovalNeed[]; nameOf: (id: number) => string; cashier: string; arrivedAt: Date },
): Promise<{ deviations: Deviation[]; approved: readonly SpentApproval[] }> {
  const { open, spent: approved, lapsed } = await spendApprovals(ctx, { clientId, ids, needs, arrivedAt });
  const because = lapsed.map(reason => ` ${reason}`).join('');
  const deviations = open.flatMap((need): Deviation[] => {
    if (need.kind === 'discount') {
      const off = need.product_id === null ? 'the basket' : nameOf(need.product_id);
      const words = `${cashier} took ${formatPounds(need.discount)} off ${off}, above the limit, without approval.${because}`;
      return [{ kind: 'approval', words, amount: need.discount }];
    }
    if (need.kind !== 'price') return [];
    const words = `${cashier} sold ${nameOf(need.product_id)} at ${formatPounds(need.unit_price)}, an overridden price or one below cost, without approval.${because}`;
    return [{ kind: 'approval', words, amount: need.unit_price }];
  });
  return { deviations, approved };
}
