import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { whenConfirmed } from '../../platform/provider-window';
import './passkey-button.css';

/**
 * Confirms who the user is at the provider, in a window of its own: what was entered in this one stays. It is told by
 * the page that the provider leads back to, because the two windows are kept apart while the other is elsewhere.
 */
export function ConfirmWithProvider({ name, onDone }: { name: string; onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => whenConfirmed(onDone), [onDone]);
  const open = () => {
    const opened = window.open('/login/provider?for=confirm', '_blank', 'popup,width=520,height=700');
    setProblem(
      opened === null ? 'The browser blocked the window. Allow pop-ups for this page, then try again.' : null,
    );
  };
  return (
    <div className="passkey-button">
      <Button variant="default" fullWidth data-mantine-stop-propagation="true" onClick={open}>
        Confirm with {name}
      </Button>
      {problem !== null && <p role="alert">{problem}</p>}
    </div>
  );
}
