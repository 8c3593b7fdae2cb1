import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { InSheet, Sheet } from '../list/sheet';

/** The actions of a row on a phone: one button, which opens them with their words. */
export function RowMenu({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  // Once opened it stays, because an action may show a dialog of its own.
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label="Actions"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(true);
          setWasOpened(true);
        }}
      >
        <Ellipsis size={20} aria-hidden />
      </ActionIcon>
      {wasOpened && (
        <Sheet title="Actions" isOpen={isOpen} onClose={() => setOpen(false)} closesOnAction>
          <InSheet value>{children}</InSheet>
        </Sheet>
      )}
    </>
  );
}
