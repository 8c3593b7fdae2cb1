import { Button } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useAccess } from '../../platform/access';
import type { BulkSelection } from '../../ui/list/use-list-selection';
import type { BulkEmailTerms } from './bulk-email-terms';
import { BulkEmailDialog } from './lazy-dialogs';

type Props = {
  terms: BulkEmailTerms;
  selection: BulkSelection;
  /** The selection ends once its emails are on their way. */
  onDone: () => void;
};

/** Emails the selected records of a list, for users with permission. */
export function BulkEmailButton({ terms, selection, onDone }: Props) {
  const { canCall } = useAccess();
  const [emailing, setEmailing] = useState<BulkSelection | null>(null);
  if (!canCall(terms.calls.start)) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Mail size={14} />}
        onClick={() => setEmailing(selection)}
      >
        {terms.action}
      </Button>
      {emailing && (
        <BulkEmailDialog
          terms={terms}
          selection={emailing}
          onClose={() => setEmailing(null)}
          onDone={onDone}
        />
      )}
    </>
  );
}
