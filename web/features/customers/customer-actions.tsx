import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Download, Ellipsis, Eraser, Merge, Pencil, Trash2 } from 'lucide-react';
import { type CustomerDetail, customers } from '#domain/customers/customer.contract';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { toast } from '../../platform/notices';
import { saveFile } from '../../platform/save-file';
import { MenuButton } from '../../ui/menu-button';
import type { MenuEntry } from '../../ui/menu-entry';
import { type Notices, removeAfterAsking } from '../../ui/notice';
import { BackToList } from './customer-form-pages';

export type CustomerWindow = 'merge' | 'erase';

type Props = {
  customer: CustomerDetail;
  notices: Notices;
  onEdit: () => void;
  onWindow: (window: CustomerWindow) => void;
};

/** What can be done with a customer; what is done less often is in the menu. */
export function CustomerActions({ customer, notices, onEdit, onWindow }: Props) {
  const { can } = useAccess();
  const more = useMore({ customer, notices, onWindow });
  const mayChange = customer.merged_into === null && customer.erased_at === null;
  return (
    <>
      <BackToList />
      {more.length > 0 && (
        <MenuButton label="More actions" button={{ variant: 'default', px: 10 }} items={more}>
          <Ellipsis size={16} aria-hidden />
        </MenuButton>
      )}
      {mayChange && can('edit_customer') && (
        <Button leftSection={<Pencil size={16} />} onClick={onEdit}>
          Edit
        </Button>
      )}
    </>
  );
}

function useMore({ customer, notices, onWindow }: Omit<Props, 'onEdit'>): MenuEntry[] {
  const { mayCall } = useAccess();
  const navigate = useNavigate();
  const { id, name, number, is_walk_in, merged_into, erased_at } = customer;
  const isOwn = !is_walk_in && !merged_into && !erased_at;
  const giveOut = async () => {
    try {
      const file = await requestFile(customers.personalData, { params: { id }, shownInPlace: true });
      saveFile(file, `customer-${number}.json`);
    } catch (error) {
      notices.failed(messageOf(error, 'The data could not be put together. Try again.'));
    }
  };
  const remove = () =>
    void removeAfterAsking(notices, {
      question: `Delete ${name}?`,
      send: () => request(customers.remove, { params: { id }, shownInPlace: true }),
      failure: 'The customer could not be deleted.',
      onDone: () => {
        toast.success(`${name} is deleted.`);
        void navigate({ to: '/customers' });
      },
    });
  const entry = (isThere: boolean, label: string, icon: MenuEntryIcon, run: () => void): MenuEntry[] =>
    isThere ? [{ kind: 'item', label, icon, run }] : [];
  return [
    ...entry(isOwn && mayCall(customers.merge), 'Merge a duplicate', <Merge size={16} />, () =>
      onWindow('merge'),
    ),
    ...entry(
      !is_walk_in && mayCall(customers.personalData),
      'Give out all data',
      <Download size={16} />,
      () => void giveOut(),
    ),
    ...entry(isOwn && mayCall(customers.erase), 'Erase personal data', <Eraser size={16} />, () =>
      onWindow('erase'),
    ),
    ...entry(!is_walk_in && mayCall(customers.remove), 'Delete', <Trash2 size={16} />, remove),
  ];
}

type MenuEntryIcon = Extract<MenuEntry, { kind: 'item' }>['icon'];
