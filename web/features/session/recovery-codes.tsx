import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../platform/save-file';
import './account-safety.css';

type Props = { codes: readonly string[]; account: string; onKept: () => void };

/** Recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes, account, onKept }: Props) {
  const shown = useRef<HTMLDivElement>(null);
  // The page around them may have grown with them: they must not be missed.
  useEffect(() => shown.current?.focus(), []);
  return (
    <Alert
      ref={shown}
      tabIndex={-1}
      role="status"
      color="yellow"
      variant="light"
      mb={14}
      title="Keep these recovery codes"
      styles={{
        message: { color: 'var(--mantine-color-text)' },
        title: { color: 'var(--mantine-color-text)' },
      }}
    >
      Each signs you in once when your phone is lost. They are shown only now: print them or keep them where
      you keep passwords.
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap={8}>
        <Button variant="default" onClick={() => saveFile(textOf(codes, account), 'recovery-codes.txt')}>
          Save as a file
        </Button>
        <Button variant="default" onClick={onKept}>
          I have kept them
        </Button>
      </Group>
    </Alert>
  );
}

const textOf = (codes: readonly string[], account: string) =>
  new Blob([`Recovery codes of ${account}. Each works once.\n\n${codes.join('\n')}\n`], {
    type: 'text/plain',
  });
