import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { HeldBasket } from '#domain/tills/held-basket.contract';
import { messageOf } from '../../../platform/api-error';
import { useStore } from '../../../platform/store';
import { holdBasket, holdName, resumeHere } from '../device/held-sales';
import { queue } from '../device/queue';
import { useUnanswered } from '../device/unanswered';
import { type Basket, isUntouched } from '../engine/basket';
import { useTill } from '../till-context';
import { heldBasketList } from '../pos.queries';
import { TillForm } from './till-form';
import { TillDialog } from './till-dialog';
import { Problem } from './problem';

/** The number of held sales, for the top bar. */
export const useHeld = () => useQuery(heldBasketList);

/** Holds the sale under a label. Any till can resume it, and no stock is reserved. */
export function HoldDialog() {
  const till = useTill();
  const queries = useQueryClient();
  const [name, setName] = useState(till.basket.held?.name ?? till.basket.customer?.name ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isUnanswered = useUnanswered(holdName(till.basket)) !== undefined && !busy;
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await till.store.whileSending(() => holdBasket(till, name.trim() || firstWords(till.basket)));
      void queries.invalidateQueries({ queryKey: heldBasketList.queryKey });
      till.close();
      till.say({ tone: 'plain', text: 'Sale held.' });
    } catch (error) {
      setProblem(messageOf(error, 'The sale could not be held.'));
      setBusy(false);
    }
  };
  return (
    <TillForm
      title="Hold the sale"
      submitLabel={isUnanswered ? 'Send again' : 'Hold'}
      onSubmit={() => void save()}
      busy={busy}
    >
      <Problem
        reason={
          isUnanswered
            ? 'No answer came from the server, so the sale may be held already. Send it again to find out: it is held only once.'
            : problem
        }
      />
      <TextInput
        label="Name"
        description="A name, table or description"
        size="lg"
        maxLength={60}
        data-autofocus
        placeholder={firstWords(till.basket)}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
    </TillForm>
  );
}

const firstWords = (basket: Basket) => (basket.lines[0]?.name ?? 'Basket').slice(0, 60);

/** Held sales, which any till can resume. */
export function HeldSalesDialog() {
  const till = useTill();
  const queries = useQueryClient();
  const held = useHeld();
  const [problem, setProblem] = useState<string | null>(null);
  const isFree = isUntouched(till.basket);
  const paidHere = new Set(useStore(queue).map(({ clientId }) => clientId));
  const resumed = (held.data?.resumed ?? []).filter(
    ({ client_id }) => client_id !== till.basket.clientId && !paidHere.has(client_id),
  );
  const resume = async (basket: HeldBasket) => {
    if (till.store.isSending.get()) return;
    setProblem(null);
    try {
      await till.store.whileSending(() => resumeHere(till, basket));
      till.close();
    } catch (error) {
      setProblem(messageOf(error, notAnswered));
    } finally {
      void queries.invalidateQueries({ queryKey: heldBasketList.queryKey });
    }
  };
  return (
    <TillDialog onClose={till.close} title="Held sales" size={560}>
      <Problem reason={problem} />
      {!isFree && (held.data?.data.length ?? 0) > 0 && (
        <p className="till-nothing">Pay, hold or void the current basket first.</p>
      )}
      {held.isError && (
        <p className="till-nothing">The server cannot be reached, so held sales cannot be shown.</p>
      )}
      {held.data?.data.length === 0 && <p className="till-nothing">No held sales.</p>}
      <div className="till-choices">
        {held.data?.data.map((basket, index) => (
          <HeldSale
            key={basket.id}
            basket={basket}
            isFirst={index === 0}
            isBlocked={!isFree}
            onResume={() => void resume(basket)}
          />
        ))}
      </div>
      {resumed.length > 0 && (
        <section aria-label="Resumed by you" className="till-form">
          <p className="till-nothing">
            You resumed these, and they are neither paid nor held again. Resume one only if it is not open on
            another till.
          </p>
          <div className="till-choices">
            {resumed.map(basket => (
              <HeldSale
                key={basket.id}
                basket={basket}
                isFirst={false}
                isBlocked={!isFree}
                onResume={() => void resume(basket)}
              />
            ))}
          </div>
        </section>
      )}
    </TillDialog>
  );
}

const notAnswered =
  'No answer came from the server. Resume the sale again: you get the same basket, even if the first request arrived.';

type HeldSaleProps = { basket: HeldBasket; isFirst: boolean; isBlocked: boolean; onResume: () => void };

const HeldSale = ({ basket, isFirst, isBlocked, onResume }: HeldSaleProps) => (
  <Button
    variant="default"
    h="auto"
    className="till-held"
    autoFocus={isFirst}
    data-autofocus={isFirst || undefined}
    disabled={isBlocked}
    onClick={onResume}
  >
    <b>{basket.name}</b>
    <span>
      {basket.line_count === 1 ? '1 line' : `${basket.line_count} lines`} · {basket.held_by} ·{' '}
      {formatMoment(basket.held_at)}
    </span>
    <b className="figures">{formatPounds(basket.total)}</b>
  </Button>
);
