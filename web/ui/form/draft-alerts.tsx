import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import './draft-alerts.css';

type Draft = {
  restoredAt: number | null;
  startAfresh: () => void;
  autosave: { readonly offered: { readonly savedAt: number } | null; readonly refuse: () => void };
  isTouched: boolean;
  takeOffered: () => void;
};

/** What the browser had stored of a document form: restored changes, and those of another tab. */
export const DraftAlerts = ({ restoredAt, startAfresh, autosave, isTouched, takeOffered }: Draft) => (
  <>
    {restoredAt !== null && (
      <DraftAlert
        actions={
          <Button variant="default" size="xs" onClick={startAfresh}>
            Discard changes
          </Button>
        }
      >
        Your unsaved changes from {formatMoment(new Date(restoredAt))} have been restored.
      </DraftAlert>
    )}
    {/* Unsaved changes left in a closed tab. They are restored only on request. */}
    {autosave.offered && !isTouched && (
      <DraftAlert
        actions={
          <span className="draft-choices">
            <Button size="xs" onClick={takeOffered}>
              Restore
            </Button>
            <Button variant="default" size="xs" onClick={autosave.refuse}>
              Discard
            </Button>
          </span>
        }
      >
        Another tab has unsaved changes from {formatMoment(new Date(autosave.offered.savedAt))}.
      </DraftAlert>
    )}
  </>
);

const DraftAlert = ({ children, actions }: { children: ReactNode; actions: ReactNode }) => (
  <Alert
    role="status"
    color="info"
    variant="light"
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    <div className="draft-alert">
      <span>{children}</span>
      {actions}
    </div>
  </Alert>
);
