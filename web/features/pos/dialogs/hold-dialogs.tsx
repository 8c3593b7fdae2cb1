import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { request } from '../../../platform/api';
import { messageOf } from '../../../platform/api-error';
import { newBasket } from '../device/basket-store';
import { device } from '../device/database';
import { registerIdOf, registerState } from '../device/register';
import { type Basket, isUntouched } from '../engine/basket';
import { type Till, useTill } from '../till-context';
import { heldBasketList } from '../pos.queries';
import { TillForm } from './till-form';
import { TillDialog } from './till-dialog';
import { Problem } from './problem';

/** The number of held sales, for the top bar. */
export const useHeld = () => useQuery(heldBasketList);

async function hold(till: Till, name: string): Promise<void> {
  const { basket, sale, store } = till;
  const register = registerState.get();
  await request(heldBaskets.hold, {
    body: {
      client_id: basket.clientId,
      name,
      customer_id: basket.customer?.id ?? null,
      register_id: registerIdOf(register),
      basket: { ...basket, removed: null, held: null, approvals: [], stockApproved: [] },
      total: poundsFromPence(sale.gross),
      line_count: basket.lines.length,
      ...(basket.held ? { version: basket.held.version } : {}),
    },
    shownInPlace: true,
  });
  const next = newBasket();
  await device.write(store.entryOf(next));
  store.show(next);
}

/** Holds the sale under a label. Any till can resume it, and no stock is reserved. */
export function HoldDialog() {
  const till = useTill();
  const queries = useQueryClient();
  const [name, setName] = useState(till.basket.held?.name ?? till.basket.customer?.name ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await hold(till, name.trim() || firstWords(till.basket));
      await queries.invalidateQueries({ queryKey: heldBasketList.queryKey });
      till.close();
      till.say({ tone: 'plain', text: 'Sale held.' });
    } catch (error) {
      setProblem(messageOf(error, 'The server cannot be reached, so the sale could not be held.'));
      setBusy(false);
    }
  };
  return (
    <TillForm title="Hold the sale" submitLabel="Hold" onSubmit={() => void save()} busy={busy}>
      <Problem reason={problem} />
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
  const resume = async (id: number) => {
    try {
      const resumed = await request(heldBaskets.resume, { params: { id }, shownInPlace: true });
      const basket: Basket = {
        ...(resumed.basket as unknown as Basket),
        held: { id: resumed.id, version: resumed.version, name: resumed.name },
      };
      till.change({ do: 'replace', basket });
      till.close();
    } catch (error) {
      setProblem(messageOf(error, 'The server cannot be reached, so the sale could not be resumed.'));
    } finally {
      void queries.invalidateQueries({ queryKey: heldBasketList.queryKey });
    }
  };
  return (
    <TillDialog onClose={till.close} title="Held sales" size={560}>
      <Problem reason={problem} />
      {!isFree && <p className="till-nothing">Pay, hold or void the current basket first.</p>}
      {held.isError && (
        <p className="till-nothing">The server cannot be reached, so held sales cannot be shown.</p>
      )}
      {held.data?.data.length === 0 && <p className="till-nothing">No held sales.</p>}
      <div className="till-choices">
        {held.data?.data.map((basket, index) => (
          <Button
            key={basket.id}
            variant="default"
            h="auto"
            className="till-held"
            autoFocus={index === 0}
            data-autofocus={index === 0 || undefined}
            disabled={!isFree}
            onClick={() => void resume(basket.id)}
          >
            <b>{basket.name}</b>
            <span>
              {basket.line_count === 1 ? '1 line' : `${basket.line_count} lines`} · {basket.held_by} ·{' '}
              {formatMoment(basket.held_at)}
            </span>
            <b className="figures">{formatPounds(basket.total)}</b>
          </Button>
        ))}
      </div>
    </TillDialog>
  );
}
