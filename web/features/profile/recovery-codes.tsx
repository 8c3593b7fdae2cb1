import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../platform/save-file';
import './account-safety.css';

type Props = { codes: readonly string[]; account: string; onKept: () => void };

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, account, onKept }: Props) {
  const shown = useRef<HTMLDivElement>(null);
  // The page may have scrolled, and the codes must not be missed.
  useEffect(() => shown.current?.focus(), []);
  return (
    <Alert
      ref={shown}
      tabIndex={-1}
      role="status"
      color="yellow"
      variant="light"
      mb={14}
      title="Save these recovery codes"
      styles={{
        message: { color: 'var(--mantine-color-text)' },
        title: { color: 'var(--mantine-color-text)' },
      }}
    >
      Use a code to sign in if you lose your phone. Each works once. They are shown only now, so print them or
      store them with your passwords.
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap={8}>
        <Button variant="default" onClick={() => saveFile(textOf(codes, account), 'recovery-codes.txt')}>
          Save as file
        </Button>
        <Button variant="default" onClick={onKept}>
          I have saved them
        </Button>
      </Group>
    </Alert>
  );
}

const textOf = (codes: readonly string[], account: string) =>
  new Blob([`Recovery codes of ${account}. Each works once.\n\n${codes.join('\n')}\n`], {
    type: 'text/plain',
  });
