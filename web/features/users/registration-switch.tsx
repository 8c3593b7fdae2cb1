import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DoorClosed, DoorOpen } from 'lucide-react';
import { ownAccount } from '#domain/session/own-account.contract';
import { request } from '../../platform/api';
import type { Notices } from '../../ui/notice';
import { registrationState } from './users.queries';

/** Opens or closes registration. New accounts stay inactive until an administrator activates them. */
export function RegistrationSwitch({ notices }: { notices: Notices }) {
  const entry = useQuery(registrationState);
  if (!entry.data) return null;
  const isOpen = entry.data.registration === 'open';
  const change = async () => {
    try {
      await request(ownAccount.registration, { body: { open: !isOpen }, shownInPlace: true });
      notices.succeeded(
        isOpen
          ? 'Registration is closed.'
          : 'Registration is open. New accounts stay inactive until you activate them.',
      );
      await entry.refetch();
    } catch (error) {
      notices.failedWrite(error, 'Error');
    }
  };
  return (
    <Button
      variant="default"
      leftSection={isOpen ? <DoorOpen size={16} /> : <DoorClosed size={16} />}
      onClick={() => void change()}
    >
      {isOpen ? 'Close registration' : 'Open registration'}
    </Button>
  );
}
