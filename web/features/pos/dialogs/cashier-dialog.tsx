import { Button } from '@mantine/core';
import { useState } from 'react';
import { cashiers } from '#domain/tills/cashier.contract';
import { session } from '#domain/session/session.contract';
import { request } from '../../../platform/api';
import { messageOf } from '../../../platform/api-error';
import { beginSession, exchangingSession } from '../../../platform/session';
import { deviceToken } from '../../../platform/till-data';
import { token } from '../../../platform/token';
import { PinField, usePinHolders } from '../../tills';
import { returnToSession } from '../device/return-to-session';
import { useTill } from '../till-context';
import { TillForm } from './till-form';
import { Problem } from './problem';

/** Takes over by PIN, or ends that again. Without an answer the cashier stays. */
function useChanging() {
  const till = useTill();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ownToken = sessionStorage.getItem(deviceToken);
  const attempt = async (exchange: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await exchangingSession(exchange());
      return true;
    } catch (error) {
      setProblem(messageOf(error, 'The server cannot be reached, so the cashier could not be changed.'));
      setBusy(false);
      return false;
    }
  };
  const change = (userOf: () => Promise<number | null>, pin: string) =>
    attempt(async () => {
      const before = token.read();
      const changed = await request(cashiers.change, {
        body: { user_id: await userOf(), pin, session_id: till.sessionId },
        shownInPlace: true,
      });
      if (!ownToken && before) sessionStorage.setItem(deviceToken, before);
      till.close();
      beginSession(changed.user, changed.token);
    });
  const goBack =
    ownToken === null
      ? null
      : () =>
          attempt(async () => {
            await endPinSignIn(ownToken);
            till.close();
          });
  return { busy, problem, change, goBack };
}

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
  const { busy, problem, change, goBack } = useChanging();
  const userId = chosen ?? others[0]?.id ?? null;
  const submit = async () => {
    if (!(await change(() => chosenOrFirst(chosen), pin))) setPin('');
  };
  return (
    <TillForm
      title="Change cashier"
      submitLabel="Sign in as cashier"
      onSubmit={() => void submit()}
      disabled={pin === '' || (isKnown && userId === null)}
      busy={busy}
      aside={
        goBack && (
          <Button variant="subtle" disabled={busy} onClick={() => void goBack()}>
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
  await returnToSession(ownToken, () =>
    request(session.logout, { shownInPlace: true }).catch(() => undefined),
  );
  sessionStorage.removeItem(deviceToken);
}
