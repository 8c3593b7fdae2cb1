import { Button } from '@mantine/core';
import { useState } from 'react';
import { cashiers } from '#domain/tills/cashier.contract';
import { session } from '#domain/session/session.contract';
import { request } from '../../../platform/api';
import { messageOf } from '../../../platform/api-error';
import { beginSession, checkSession } from '../../../platform/session';
import { deviceToken } from '../../../platform/till-data';
import { token } from '../../../platform/token';
import { PinField, usePinHolders } from '../../tills';
import { useTill } from '../till-context';
import { TillForm } from './till-form';
import { Problem } from './problem';

/** Another cashier takes over by PIN. The basket stays. */
export function CashierDialog() {
  const till = useTill();
  const {
    people: others,
    isKnown,
    chosenOrFirst,
  } = usePinHolders(({ id, may_sell }) => may_sell && id !== till.user.id);
  const [chosen, choose] = useState<number | null>(null);
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const userId = chosen ?? others[0]?.id ?? null;
  const ownToken = sessionStorage.getItem(deviceToken);
  const change = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const before = token.read();
      const changed = await request(cashiers.change, {
        body: { user_id: await chosenOrFirst(chosen), pin, session_id: till.sessionId },
        shownInPlace: true,
      });
      if (!ownToken && before) sessionStorage.setItem(deviceToken, before);
      till.close();
      beginSession(changed.user, changed.token);
      till.say({ tone: 'plain', text: `${changed.user.name} is now the cashier.` });
    } catch (error) {
      setProblem(messageOf(error, 'The server cannot be reached, so the cashier could not be changed.'));
      setPin('');
      setBusy(false);
    }
  };
  const goBack = async () => {
    if (!ownToken) return;
    await endPinSignIn(ownToken);
    till.close();
  };
  return (
    <TillForm
      title="Change cashier"
      submitLabel="Sign in as cashier"
      onSubmit={() => void change()}
      disabled={pin === '' || (isKnown && userId === null)}
      busy={busy}
      aside={
        ownToken && (
          <Button variant="subtle" onClick={() => void goBack()}>
            Sign out as cashier
          </Button>
        )
      }
    >
      <Problem reason={problem} />
      {isKnown && others.length === 0 ? (
        <p className="till-nothing" role="status">
          No other cashiers have a till PIN yet. They can set one on their profile page.
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

/** Ends a PIN sign-in. The user who signed in on the device sells again. */
async function endPinSignIn(ownToken: string): Promise<void> {
  await request(session.logout, { shownInPlace: true }).catch(() => undefined);
  sessionStorage.removeItem(deviceToken);
  token.keep(ownToken);
  await checkSession();
}
