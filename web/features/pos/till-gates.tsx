import { Alert, Button, Center, Loader } from '@mantine/core';
import { CircleAlert, MonitorX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { stayWhenSessionEnds, useSession } from '../../platform/session';
import { deviceToken, hasUnanswered } from '../../platform/till-data';
import { SignInAgain } from '../session';
import type { BasketStore } from './device/basket-store';
import { loadRegister } from './device/register';
import { RevokedDevice } from './revoked-device';
import { UnansweredAtSignOut } from './unanswered-at-sign-out';
import type { TillDevice } from './use-till-device';

/** Shows the till when the device is ready, or explains why it is not. */
export function TillGates({
  device,
  children,
}: {
  device: TillDevice;
  children: (store: BasketStore) => ReactNode;
}) {
  if (device.kind === 'ready')
    return (
      <>
        {children(device.store)}
        <SignInOverTill />
      </>
    );
  if (device.kind === 'revoked') return <RevokedDevice />;
  if (device.kind === 'starting')
    return (
      <Center h="60dvh" role="status" aria-busy="true" aria-label="Starting the till">
        <Loader />
      </Center>
    );
  if (device.kind === 'broken')
    return (
      <Center h="60dvh" px={16}>
        <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />} maw={480}>
          This browser cannot store sales on the device, so it is not safe to sell. Leave private browsing or
          free up disk space, then open the till again.
        </Alert>
      </Center>
    );
  return (
    <Center h="60dvh" px={16}>
      <div className="till-gate" role="alert">
        <MonitorX size={40} strokeWidth={1.3} aria-hidden />
        <h1>The till is open in another tab</h1>
        <p>
          Only one tab can sell at a time, so that no basket is sold twice. Your basket moves here with you.
        </p>
        <Button size="md" onClick={device.takeOver} autoFocus>
          Use the till here
        </Button>
      </div>
    </Center>
  );
}

/** When a session ends, the basket and entered payments stay and the user signs in over the till (F38). */
function SignInOverTill() {
  const { kind } = useSession();
  const wasEnded = useRef(false);
  // Signing out instead removes what may have been recorded.
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const goOn = () => {
    setLeave(null);
    leave?.();
  };
  useEffect(stayWhenSessionEnds, []);
  useEffect(() => {
    // The user who signs in now owns the till, so the stored token of an ended session is removed.
    if (kind === 'ended') sessionStorage.removeItem(deviceToken);
    // Load changes made meanwhile once someone has signed in.
    if (kind === 'signed-in' && wasEnded.current) void loadRegister();
    wasEnded.current = kind === 'ended';
  }, [kind]);
  return (
    <>
      <SignInAgain
        reassurance="Your basket and the payment you entered are kept. Nothing has been sent twice."
        beforeLeaving={go => (hasUnanswered() ? setLeave(() => go) : go())}
      />
      {leave && <UnansweredAtSignOut isSessionOver onSignOut={goOn} onStay={() => setLeave(null)} />}
    </>
  );
}
