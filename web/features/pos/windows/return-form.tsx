import { Button, NativeSelect } from '@mantine/core';
import { ArrowLeftRight } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { type TenderMethod, tenderMethod } from '#domain/sales/tender';
import { paysBack } from '#domain/settings/payment-methods.contract';
import { paymentRulesHere, tenderName } from '../device/payment-rules';
import { request } from '../../../platform/api';
import { ApiError, messageOf } from '../../../platform/api-error';
import { approvalsAsked } from '../device/pay-basket';
import { newClientId } from '../engine/client-id';
import { backTo, everything, problemOf, type Returned, returnLines, worthOf } from '../engine/return';
import { useTill } from '../till-context';
import { Reasons } from './reasons';
import { ReturnLine } from './return-line';
import { TillModal } from './till-modal';
import { Problem } from './problem';

type Props = { sale: SaleDetail; onRefunded: () => void };

const reasons = ['Faulty', 'Does not fit', 'Not wanted', 'Wrong item'];
const methods = () =>
  tenderMethod.options.filter(
    method => method !== 'account' && method !== 'exchange' && paysBack(paymentRulesHere(), method),
  );

/** A return as it is put together, and what it comes to. */
function useReturn(sale: SaleDetail) {
  const [returned, setReturned] = useState<Returned>({});
  const [reason, setReason] = useState('');
  const [method, setMethod] = useState<TenderMethod | 'as paid'>('as paid');
  const lines = returnLines(sale, returned);
  const worth = worthOf(sale, lines);
  const back = backTo(sale, worth);
  const tenders = method === 'as paid' || back.due === 0 ? back.tenders : [{ method, amount: back.due }];
  const isWrong = sale.lines.some(
    line => problemOf(line, returned[line.line_number]?.quantity ?? '') !== null,
  );
  const isReady = lines.length > 0 && !isWrong && reason.trim() !== '';
  return {
    returned,
    setReturned,
    reason,
    setReason,
    method,
    setMethod,
    lines,
    worth,
    back,
    tenders,
    isReady,
  };
}

type Return = ReturnType<typeof useReturn>;

/** The two ways to go on: the money back, or other goods for it. */
function useReturning(sale: SaleDetail, of: Return, onRefunded: () => void) {
  const till = useTill();
  const { reason, lines, worth, back, tenders } = of;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(sale.can.refund.reason ?? null);
  // One refund, however often it is sent.
  const clientId = useRef(newClientId());
  const refund = async (approvals: readonly string[] = []) => {
    setBusy(true);
    setProblem(null);
    try {
      const after = await request(sales.refund, {
        params: { id: sale.id },
        idempotencyKey: clientId.current,
        shownInPlace: true,
        body: {
          client_id: clientId.current,
          session_id: till.sessionId,
          reason: reason.trim(),
          lines,
          expected_total: poundsFromPence(worth),
          tenders: tenders.map(tender => ({ method: tender.method, amount: poundsFromPence(tender.amount) })),
          approvals: [...approvals],
        },
      });
      onRefunded();
      const note = after.credit_notes.at(-1);
      till.say({
        tone: 'plain',
        text: `${note?.number ?? 'Refunded'}: ${tenders.map(({ method: by, amount }) => `${formatPounds(amount)} ${tenderName(by).toLowerCase()}`).join(', ') || formatPounds(worth)} back.`,
      });
    } catch (error) {
      const needs = error instanceof ApiError ? approvalsAsked(error) : [];
      if (needs.length > 0)
        return till.open({
          kind: 'approval',
          clientId: clientId.current,
          needs,
          onApproved: ids => void refund(ids),
        });
      const words = messageOf(error, 'It could not be refunded: the server cannot be reached.');
      setProblem(words);
      if (approvals.length > 0) {
        till.close();
        till.say({ tone: 'danger', text: words });
      }
    } finally {
      setBusy(false);
    }
  };
  const exchange = () => {
    till.change({
      do: 'returning',
      returning: {
        clientId: clientId.current,
        saleId: sale.id,
        saleNumber: sale.number,
        reason: reason.trim(),
        lines,
        total: back.due,
        worth,
      },
    });
    till.close();
  };
  return { refund, exchange, busy, problem };
}

/** Which lines come back, where the goods go, and how the money does. */
export function ReturnForm({ sale, onRefunded }: Props) {
  const till = useTill();
  const of = useReturn(sale);
  const { returned, setReturned, reason, setReason, worth, isReady } = of;
  const { refund, exchange, busy, problem } = useReturning(sale, of, onRefunded);
  return (
    <TillModal onClose={till.close} title={`Refund or exchange: ${sale.number}`} size={640}>
      <form
        className="till-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isReady && !busy) void refund();
        }}
      >
        <p className="till-return-head">
          {sale.customer.name}, {formatPounds(sale.gross)}, paid by{' '}
          {sale.tenders.map(tender => tenderName(tender.method).toLowerCase()).join(' and ') || 'nothing yet'}
        </p>
        <Problem reason={problem} />
        <div className="till-return-lines">
          {sale.lines.map((line, index) => (
            <ReturnLine
              key={line.line_number}
              line={line}
              isFirst={index === 0}
              value={returned[line.line_number] ?? { quantity: '', goods: 'stock' }}
              onChange={value => setReturned({ ...returned, [line.line_number]: value })}
            />
          ))}
        </div>
        <div className="till-form-buttons">
          <Button variant="default" onClick={() => setReturned(everything(sale))}>
            All of it
          </Button>
          <Button variant="subtle" onClick={() => till.open({ kind: 'receipt', sale, isFresh: false })}>
            Print or e-mail the receipt
          </Button>
        </div>
        <Reasons value={reason} onChange={setReason} suggestions={reasons} />
        <PaidBackBy of={of} />
        {of.back.cleared > 0 && (
          <p className="till-nothing">
            {formatPounds(of.back.cleared)} is taken off what is still owed of this sale.
          </p>
        )}
        <div className="till-form-buttons">
          <Button
            variant="default"
            leftSection={<ArrowLeftRight size={16} />}
            disabled={!isReady}
            onClick={exchange}
          >
            Exchange for other goods
          </Button>
          <Button type="submit" disabled={!isReady} loading={busy}>
            Refund {formatPounds(worth)}
          </Button>
        </div>
      </form>
    </TillModal>
  );
}

const PaidBackBy = ({ of: { method, setMethod, back } }: { of: Return }) => (
  <NativeSelect
    label="Paid back by"
    size="md"
    value={method}
    onChange={event => setMethod(event.currentTarget.value as TenderMethod)}
    data={[
      {
        value: 'as paid',
        label: `The way it was paid${back.tenders.length > 0 ? `: ${back.tenders.map(tender => `${tenderName(tender.method)} ${formatPounds(tender.amount)}`).join(', ')}` : ''}`,
      },
      ...methods().map(value => ({ value, label: tenderName(value) })),
    ]}
  />
);
