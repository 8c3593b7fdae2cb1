import { Alert } from '@mantine/core';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { confirmedRemoval } from '../platform/confirm';
import { toast } from '../platform/notices';
import { reportFailure } from './report-failure';
import { type Failure, sentenceOf } from './form/send-problem';
import { type FailedWrite, useFailedWrite } from './form/use-failed-write';

type Notice = { readonly kind: 'success' | 'danger'; readonly message: string };

/** The result of the last action in a dismissible alert (M-08). */
export type Notices = {
  readonly notice: Notice | null;
  readonly succeeded: (message: string) => void;
  readonly failed: (message: string) => void;
  /** A write failed, or no answer came: the page is loaded again if it may be out of date. */
  readonly failedWrite: FailedWrite;
  readonly dismiss: () => void;
};

export function useNotice(): Notices {
  const [notice, setNotice] = useState<Notice | null>(null);
  const failed = (message: string) => setNotice({ kind: 'danger', message });
  const failedWrite = useFailedWrite(failed);
  return {
    notice,
    succeeded: message => setNotice({ kind: 'success', message }),
    failed,
    failedWrite,
    dismiss: () => setNotice(null),
  };
}

type Removal = {
  question: string;
  send: () => Promise<unknown>;
  failure: Failure;
  onDone: () => void;
  /** The button label, if it is not "Delete". */
  action?: string;
  /** It is deleted on its own page, which is left: the message goes along. */
  isLeft?: true;
  /** The specification requires the browser's own confirmation for these records (M-10, SL-08, SD-09). */
  isAskedByBrowser?: true;
};

/** Asks for confirmation, deletes and reports the result (M-10). */
export async function removeAfterConfirming(
  notices: Notices,
  { question, send, failure, onDone, action = 'Delete', isLeft, isAskedByBrowser }: Removal,
): Promise<void> {
  const canRemove = isAskedByBrowser ? window.confirm(question) : await confirmedRemoval(question, action);
  if (!canRemove) return;
  try {
    await send();
    (isLeft ? toast.success : notices.succeeded)('Deleted successfully!');
    onDone();
  } catch (error) {
    reportFailure(error, sentenceOf(failure));
    notices.failedWrite(error, failure, { verb: 'deleted' });
  }
}

export function NoticeAlert({ notices }: { notices: Notices }) {
  const { notice, dismiss } = notices;
  if (!notice) return null;
  const success = notice.kind === 'success';
  return (
    <Alert
      role={success ? 'status' : 'alert'}
      color={success ? 'success' : 'red'}
      variant="light"
      mb={12}
      icon={success ? <CircleCheck size={18} /> : <CircleAlert size={18} />}
      withCloseButton
      onClose={dismiss}
      data-notice={notice.kind}
      styles={{ message: { color: 'var(--mantine-color-text)', whiteSpace: 'pre-line' } }}
    >
      {notice.message}
    </Alert>
  );
}
