import { Button, NativeSelect } from '@mantine/core';
import { ArrowLeftRight } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { formatPounds, type Pence, penceFromPounds, poundsFromPence } from '#domain/kernel/money';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { tenderMethod } from '#domain/sales/tender';
import {
  refundableSaleOf,
  tendersOf,
  type RefundOption,
  refundOptionsOf,
} from '#domain/sales/refund-options';
import { acceptsRefunds } from '#domain/settings/payment-methods.contract';
import { paymentRulesHere, tenderName } from '../device/payment-rules';
import { mayBeRecorded } from '../device/unanswered';
import {
  dueOf,
  everything,
  nothingReturned,
  problemOf,
  type Returned,
  returnLines,
  stockReturned,
  withScanned,
  valueOfReturn,
} from '../engine/return';
import { exchangeRefusal, refundRefusal } from '../engine/exchange';
import { findCode } from '../device/products';
import { useTill, useDialogScan } from '../till-context';
import { enterToMissingField } from './enter-to-missing-field';
import { Reasons } from './reasons';
import { ReturnLine } from './return-line';
import { TillDialog } from './till-dialog';
import { Problem } from './problem';
import { useRefund } from './use-refund';

type Props = {
  sale: SaleDetail;
  /** Called when another receipt is scanned. */
  onOtherReceipt: (number: string) => void;
  otherProblem: string | null;
  onRefunded: () => void;
};

const reasons = ['Faulty', 'Does not fit', 'Changed their mind', 'Wrong item'];
const methods = tenderMethod.options.filter(method => method !== 'account' && method !== 'exchange');

/**
 * The refund methods the server would accept for the amount due, or for the whole sale before anything is
 * entered.
 */
const refundOptionsFor = (sale: SaleDetail, due: Pence) =>
  refundOptionsOf(sale, due, methods, {
    hasDrawer: true,
    acceptsRefunds: method => acceptsRefunds(paymentRulesHere(), method),
    nameOf: tenderName,
  });

/** The return being entered and its value. */
function useReturn(sale: SaleDetail) {
  const [returned, setReturned] = useState<Returned>({});
  const [reason, setReason] = useState('');
  const [method, setMethod] = useState<RefundOption>('as_paid');
  const lines = returnLines(sale, returned);
  const worth = valueOfReturn(sale, lines);
  const { cleared, due } = dueOf(sale, worth);
  const options = refundOptionsFor(sale, due);
  // Do not silently replace a method that is no longer offered.
  const option = options.offered.find(one => one === method) ?? null;
  const isWrong = sale.lines.some(
    line => problemOf(line, returned[line.line_number] ?? nothingReturned) !== null,
  );
  const isReady = lines.length > 0 && !isWrong && reason.trim() !== '';
  return {
    returned,
    setReturned,
    reason,
    setReason,
    option,
    setMethod,
    options,
    asPaid: tendersOf(refundableSaleOf(sale), due, 'as_paid'),
    tenders: option === null ? [] : tendersOf(refundableSaleOf(sale), due, option),
    lines,
    worth,
    cleared,
    due,
    isReady,
    canRefund: isReady && (option !== null || due === 0),
  };
}

type Return = ReturnType<typeof useReturn>;

/** The two outcomes: refund, or exchange for other goods. */
function useReturning(sale: SaleDetail, state: Return, onRefunded: () => void) {
  const till = useTill();
  const { reason, lines, worth, due, tenders } = state;
  const refunding = useRefund(sale, onRefunded);
  const refund = () =>
    refunding.refund({
      reason: reason.trim(),
      lines,
      expected_total: poundsFromPence(worth),
      tenders: tenders.map(tender => ({ method: tender.method, amount: poundsFromPence(tender.amount) })),
    });
  const exchange = () => {
    till.change({
      do: 'returning',
      returning: {
        clientId: refunding.clientId,
        saleId: sale.id,
        saleNumber: sale.number,
        reason: reason.trim(),
        lines,
        toStock: stockReturned(sale, lines),
        total: due,
        worth,
        paidSale: refundableSaleOf(sale),
      },
    });
    till.close();
  };
  return { ...refunding, refund, exchange };
}

/**
 * Adds a scanned product to the return; other codes are treated as another receipt. Returns the problem, if
 * any.
 */
function useScannedReturn({
  sale,
  state,
  reasonField,
  onOtherReceipt,
}: Pick<Props, 'sale' | 'onOtherReceipt'> & {
  state: Return;
  reasonField: RefObject<HTMLInputElement | null>;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (code: string) => {
    const scanned = await findCode(code);
    if (!scanned) return onOtherReceipt(code);
    const item = { productId: scanned.product.id, factor: scanned.factor };
    if (withScanned(sale, state.returned, item)) {
      state.setReturned(now => withScanned(sale, now, item) ?? now);
      // The quantity is there, so the reason is what is typed next.
      return reasonField.current?.focus();
    }
    setProblem(`${scanned.product.name} is not on ${sale.number}, or all of it is already being returned.`);
  };
  useDialogScan(code => {
    setProblem(null);
    void take(code);
  });
  return problem;
}

/** The lines to return, where the goods go and how the refund is paid. */
export function ReturnForm(props: Props) {
  const { sale, onRefunded } = props;
  const state = useReturn(sale);
  const returning = useReturning(sale, state, onRefunded);
  const title = `Refund or exchange: ${sale.number}`;
  return returning.unanswered ? (
    <UnansweredRefund title={title} returning={returning} />
  ) : (
    <ReturnFields {...props} title={title} state={state} returning={returning} />
  );
}

type Returning = ReturnType<typeof useReturning>;
type FieldsProps = Props & { title: string; state: Return; returning: Returning };

function ReturnFields({ sale, onOtherReceipt, otherProblem, title, state, returning }: FieldsProps) {
  const till = useTill();
  const reasonField = useRef<HTMLInputElement>(null);
  const unknown = useScannedReturn({ sale, state, reasonField, onOtherReceipt });
  const { returned, setReturned, reason, setReason, cleared, canRefund, lines } = state;
  const { refund, busy, problem } = returning;
  const isEntered = reason.trim() !== '' || lines.length > 0;
  const refused = refundRefusal(till.basket, sale.id);
  return (
    <TillDialog
      onClose={till.close}
      title={title}
      size={640}
      discard={isEntered && !busy ? discardReturn : null}
    >
      <form
        className="till-form"
        noValidate
        onKeyDown={enterToMissingField}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (canRefund && refused === null && !busy) refund();
        }}
      >
        <p className="till-return-head">
          {sale.customer.name}, {formatPounds(sale.gross)}, paid by{' '}
          {sale.tenders.map(tender => tenderName(tender.method).toLowerCase()).join(' and ') ||
            'not paid yet'}
        </p>
        <Problem reason={problem ?? unknown ?? otherProblem} />
        <div className="till-return-lines">
          {sale.lines.map((line, index) => (
            <ReturnLine
              key={line.line_number}
              line={line}
              isFirst={index === 0}
              value={returned[line.line_number] ?? nothingReturned}
              onChange={value => setReturned({ ...returned, [line.line_number]: value })}
            />
          ))}
        </div>
        <div className="till-form-buttons">
          <Button variant="default" onClick={() => setReturned(everything(sale))}>
            Return everything
          </Button>
          <Button variant="subtle" onClick={() => till.open({ kind: 'receipt', sale, isFresh: false })}>
            Print or email the receipt
          </Button>
        </div>
        <Reasons ref={reasonField} value={reason} onChange={setReason} suggestions={reasons} />
        <PaidBackBy form={state} />
        {cleared > 0 && (
          <p className="till-nothing">
            {formatPounds(cleared)} will be taken off the balance due on this sale.
          </p>
        )}
        <Outcomes state={state} returning={returning} refused={refused} />
      </form>
    </TillDialog>
  );
}

type OutcomesProps = Pick<FieldsProps, 'state' | 'returning'> & { refused: string | null };

function Outcomes({ state: { isReady, canRefund, worth }, returning, refused }: OutcomesProps) {
  const { basket } = useTill();
  const whyId = useId();
  const noExchange = exchangeRefusal(basket);
  const why = refused ?? noExchange;
  return (
    <>
      {why && (
        <p id={whyId} className="till-nothing">
          {why}
        </p>
      )}
      <div className="till-form-buttons">
        <Button
          variant="default"
          leftSection={<ArrowLeftRight size={16} />}
          disabled={!isReady || noExchange !== null}
          aria-describedby={noExchange ? whyId : undefined}
          onClick={returning.exchange}
        >
          Exchange for other goods
        </Button>
        <Button
          type="submit"
          disabled={!canRefund || refused !== null}
          aria-describedby={refused ? whyId : undefined}
          loading={returning.busy}
        >
          Refund {formatPounds(worth)}
        </Button>
      </div>
    </>
  );
}

const discardReturn = {
  question: 'Discard this return?',
  consequence: 'Nothing has been refunded. What you entered will be lost.',
};

/** Only an answer tells whether the refund was recorded, so nothing else can be entered. */
function UnansweredRefund({ title, returning }: { title: string; returning: Returning }) {
  const { close } = useTill();
  const { unanswered, busy, resend } = returning;
  if (!unanswered) return null;
  const amount = formatPounds(penceFromPounds(unanswered.body.expected_total));
  return (
    <TillDialog onClose={close} title={title} size={640} closeOnClickOutside={false}>
      <div className="till-form">
        <Problem reason={mayBeRecorded(`this refund of ${amount}`)} />
        <div className="till-form-buttons" data-at-end>
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button data-autofocus loading={busy} onClick={resend}>
            Send again
          </Button>
        </div>
      </div>
    </TillDialog>
  );
}

const PaidBackBy = ({ form: { option, setMethod, options, asPaid } }: { form: Return }) => (
  <NativeSelect
    label="Refund to"
    description={
      options.asPaidReason && `The original payment method is not available. ${options.asPaidReason}`
    }
    size="md"
    value={option ?? ''}
    onChange={event => setMethod(event.currentTarget.value as RefundOption)}
    data={[
      ...(option === null ? [{ value: '', label: 'Choose a method' }] : []),
      ...options.offered.map(value => ({
        value,
        label: value === 'as_paid' ? asPaidWords(asPaid) : tenderName(value),
      })),
    ]}
  />
);

const asPaidWords = (tenders: ReturnType<typeof tendersOf>) =>
  `Original payment method${tenders.length > 0 ? `: ${tenders.map(tender => `${tenderName(tender.method)} ${formatPounds(tender.amount)}`).join(', ')}` : ''}`;
