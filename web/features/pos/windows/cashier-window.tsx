import { Button } from '@mantine/core';
import { useState } from 'react';
import { cashiers } from '#domain/tills/cashier.contract';
import { session } from '#domain/session/session.contract';
import { request } from '../../../platform/api';
import { messageOf } from '../../../platform/api-error';
import { beginSession, checkSession } from '../../../platform/session';
import { token } from '../../../platform/token';
import { PinField, useCashiers } from '../../tills';
import { deviceToken } from '../device-token';
import { useTill } from '../till-context';
import { TillForm } from './till-form';
import { Problem } from './problem';

/** Another cashier takes over by PIN; the basket stays. */
export function CashierWindow() {
  const till = useTill();
  const people = useCashiers();
  const others = (people.data?.data ?? []).filter(({ id, may_sell }) => may_sell && id !== till.user.id);
  const [chosen, choose] = useState<number | null>(null);
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const userId = chosen ?? others[0]?.id ?? null;
  const kept = sessionStorage.getItem(deviceToken);
  const change = async () => {
    if (userId === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const before = token.read();
      const taken = await request(cashiers.change, {
        body: { user_id: userId, pin, session_id: till.sessionId },
        shownInPlace: true,
      });
      if (!kept && before) sessionStorage.setItem(deviceToken, before);
      till.close();
      beginSession(taken.user, taken.token);
      till.say({ tone: 'plain', text: `${taken.user.name} sells now.` });
    } catch (error) {
      setProblem(messageOf(error, 'The cashier could not be changed: the server cannot be reached.'));
      setPin('');
      setBusy(false);
    }
  };
  const goBack = async () => {
    if (!kept) return;
    await giveBack(kept);
    till.close();
  };
  return (
    <TillForm
      title="Change cashier"
      submitLabel="Sell as them"
      onSubmit={() => void change()}
      disabled={userId === null || pin === ''}
      busy={busy}
      aside={
        kept && (
          <Button variant="subtle" onClick={() => void goBack()}>
            Give the till back
          </Button>
        )
      }
    >
      <Problem reason={problem} />
      {people.isSuccess && others.length === 0 ? (
        <p className="till-nothing" role="status">
          Nobody else has a PIN for the till yet. It is set on the profile page.
        </p>
      ) : (
        <PinField
          label="Cashier"
          people={others}
          userId={userId}
          onChoose={choose}
          pin={pin}
          onPin={setPin}
        />
      )}
    </TillForm>
  );
}

/** Ends what was begun by PIN; whoever signed in at the device sells again. */
async function giveBack(kept: string): Promise<void> {
  await request(session.logout, { shownInPlace: true }).catch(() => undefined);
  sessionStorage.removeItem(deviceToken);
  token.keep(kept);
  await checkSession();
}
