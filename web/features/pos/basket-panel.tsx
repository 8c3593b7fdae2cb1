import { Button } from '@mantine/core';
import { CircleAlert, Pause, Percent, Trash2, Undo2, UserRound, X } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { dueOf } from './amount-due';
import { BasketAnnouncer } from './basket-announcer';
import { BasketLines } from './basket-lines';
import type { OpenRequest } from './device/open-request';
import { catalogue } from './device/products';
import { mayBeRecorded } from './device/unanswered';
import { discountWords } from './engine/receipt';
import { actions, isRevised } from './till-actions';
import { useTill } from './till-context';
import type { Till } from './till-state';

/** The basket: customer, lines and totals. */
export function BasketPanel() {
  const till = useTill();
  const { basket } = till;
  return (
    <section className="till-basket" aria-label="Basket">
      <CustomerRow till={till} />
      {basket.returning && (
        <div className="till-returning">
          <Undo2 size={16} aria-hidden />
          <span>Returning from {basket.returning.saleNumber}</span>
          <span className="figures">{formatPounds(0 - basket.returning.total)}</span>
          <button
            type="button"
            className="till-icon"
            aria-label="Cancel the return"
            onClick={() => till.change({ do: 'returning', returning: null })}
          >
            <X size={16} />
          </button>
        </div>
      )}
      <BasketLines />
      <BasketAnnouncer />
      <Problem till={till} />
      <Totals till={till} />
      <div className="till-basket-actions">
        <ActionButton
          till={till}
          action={actions.basketDiscount}
          label="Discount"
          icon={<Percent size={18} />}
        />
        <ActionButton till={till} action={actions.hold} label="Hold" icon={<Pause size={18} />} />
        <ActionButton till={till} action={actions.clear} label="Void" icon={<Trash2 size={18} />} />
      </div>
      <PayButton till={till} />
    </section>
  );
}

const CustomerRow = ({ till }: { till: Till }) => (
  <button type="button" className="till-customer" onClick={() => actions.customer.run(till)}>
    <UserRound size={18} aria-hidden />
    <span className="till-customer-name">{till.basket.customer?.name ?? 'Walk-in customer'}</span>
    <kbd>F3</kbd>
  </button>
);

type ActionButtonProps = {
  till: Till;
  action: { key: string; enabled?: (till: Till) => boolean; run: (till: Till) => void };
  label: string;
  icon: React.ReactNode;
};

export const ActionButton = ({ till, action, label, icon }: ActionButtonProps) => (
  <button
    type="button"
    className="till-action"
    disabled={action.enabled?.(till) === false}
    title={action.key}
    onClick={() => action.run(till)}
  >
    {icon}
    {label}
  </button>
);

function PayButton({ till }: { till: Till }) {
  const due = dueOf(till);
  return (
    <Button
      className="till-pay"
      fullWidth
      disabled={!actions.pay.enabled(till)}
      onClick={() => actions.pay.run(till)}
    >
      {till.unanswered ? (
        <span>Send again</span>
      ) : (
        <>
          <span>{isRevised(till) ? 'Save revision' : due < 0 ? 'Refund' : 'Pay'}</span>
          <span className="figures">{formatPounds(Math.abs(due))}</span>
        </>
      )}
      <kbd>F4</kbd>
    </Button>
  );
}

/** Why the basket cannot be sold: what was sent of it, the till's own reason or the server's. */
function Problem({ till }: { till: Till }) {
  const reason = till.unanswered
    ? untilSentAgain(till.unanswered)
    : till.calculated.kind === 'refused' && till.calculated.lineKey === null
      ? till.calculated.reason
      : till.refused && !hasLineErrors(till.refused.errors)
        ? reasonOf(till.refused)
        : null;
  if (!reason) return null;
  return (
    <div className="till-problem" role="alert">
      <CircleAlert size={16} aria-hidden /> {reason}
    </div>
  );
}

/** Only an answer tells what else may be entered for it. */
const untilSentAgain = ({ what, lines }: OpenRequest): string =>
  `${mayBeRecorded(what)}${lines ? ' What you scan now stays in the basket for the next sale.' : ''}`;

const hasLineErrors = (errors: Readonly<Record<string, readonly string[]>>) =>
  Object.keys(errors).some(field => field.startsWith('lines.'));

const reasonOf = ({ message, errors }: NonNullable<Till['refused']>): string =>
  Object.values(errors)[0]?.[0] ?? message;

function Totals({ till }: { till: Till }) {
  const { sale, basket } = till;
  // Without a VAT registration every rate is zero; a sale of before keeps its VAT.
  const hasVat = sale.vat !== 0 || catalogue.head()?.rates.some(({ percent }) => percent > 0) !== false;
  return (
    <dl className="till-totals">
      {sale.lineDiscounts > 0 && <Row label="Line discounts" pence={0 - sale.lineDiscounts} />}
      {sale.basketDiscount > 0 && basket.discount && (
        <Row
          label={`Discount, ${discountWords(basket.discount)}${basket.discountReason && `: ${basket.discountReason}`}`}
          pence={0 - sale.basketDiscount}
        />
      )}
      {hasVat && basket.mode === 'exclusive' && <Row label="Excluding VAT" pence={sale.net} />}
      {hasVat && <Row label={vatLabel(till)} pence={sale.vat} />}
      {basket.returning && <Row label="Returned goods" pence={0 - basket.returning.total} />}
      {basket.replacing && (
        <Row label={`Already paid on ${basket.replacing.number}`} pence={0 - basket.replacing.paid} />
      )}
      <div className="till-total">
        <dt>
          {dueOf(till) < 0 ? 'To refund' : basket.replacing || basket.returning ? 'Difference' : 'Total'}
        </dt>
        <dd className="figures">{formatPounds(Math.abs(dueOf(till)))}</dd>
      </div>
    </dl>
  );
}

function vatLabel({ sale, basket }: Till): string {
  const rates = [...new Set(sale.lines.filter(({ vat }) => vat > 0).map(({ rate }) => rate))];
  const at = rates.length === 1 && rates[0] !== undefined ? ` at ${formatPercent(rates[0])}` : '';
  return basket.mode === 'inclusive' ? `Including VAT${at}` : `VAT${at}`;
}

const Row = ({ label, pence }: { label: string; pence: number }) => (
  <div>
    <dt>{label}</dt>
    <dd className="figures">{formatPounds(pence)}</dd>
  </div>
);
