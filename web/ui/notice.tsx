import { Alert } from '@mantine/core';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';

export type Notice = { readonly kind: 'success' | 'danger'; readonly message: string };

/** The dismissible alert of a page: how the last action went (M-08). */
export function useNotice() {
  const [notice, setNotice] = useState<Notice | null>(null);
  return {
    notice,
    succeeded: (message: string) => setNotice({ kind: 'success', message }),
    failed: (message: string) => setNotice({ kind: 'danger', message }),
    dismiss: () => setNotice(null),
  };
}

export function NoticeAlert({ notice, onDismiss }: { notice: Notice | null; onDismiss: () => void }) {
  if (!notice) return null;
  const success = notice.kind === 'success';
  return (
    <Alert
      role={success ? 'status' : 'alert'}
      color={success ? 'ledger' : 'red'}
      variant="light"
      mb={12}
      icon={success ? <CircleCheck size={18} /> : <CircleAlert size={18} />}
      withCloseButton
      onClose={onDismiss}
      data-notice={notice.kind}
      styles={{ message: { color: 'var(--mantine-color-text)', whiteSpace: 'pre-line' } }}
    >
      {notice.message}
    </Alert>
  );
}
