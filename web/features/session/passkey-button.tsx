import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../platform/api-error';
import { canUsePasskeys } from '../../platform/passkey-support';
import './passkey-button.css';

type Props = {
  label: string;
  /** What the passkey is used for, loaded when it is pressed. */
  act: () => Promise<void>;
  onDone?: () => void;
};

/** A button that uses a passkey, with why it did not work below it; nothing where there can be no passkeys. */
export function PasskeyButton({ label, act, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!canUsePasskeys()) return null;
  const begin = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      onDone?.();
    } catch (error) {
      setProblem(messageOf(error, 'The passkey could not be used. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="passkey-button">
      <Button
        variant="default"
        fullWidth
        disabled={busy}
        aria-busy={busy}
        data-mantine-stop-propagation="true"
        onClick={() => void begin()}
      >
        {busy ? 'Waiting for your passkey…' : label}
      </Button>
      {problem !== null && <p role="alert">{problem}</p>}
    </div>
  );
}
