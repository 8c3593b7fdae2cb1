import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Download, Eraser, Merge, Pencil, Trash2, Wallet } from 'lucide-react';
import { type CustomerDetail, customers } from '#domain/customers/customer.contract';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { toast } from '../../platform/notices';
import { useReload } from '../../platform/reload';
import { saveFile } from '../../platform/save-file';
import { useShortcut } from '../../platform/shortcuts';
import { ActionButton } from '../../ui/action-button';
import { entryFor } from '../../ui/menus/blocked-entry';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { BackToList } from './customer-form-pages';

export type CustomerDialogState = 'merge' | 'erase' | 'take-payment';

type Props = {
  customer: CustomerDetail;
  notices: Notices;
  onEdit: () => void;
  onOpen: (dialog: CustomerDialogState) => void;
};

/** Actions on a customer; less common ones are in the menu. */
export function CustomerActions({ customer, notices, onEdit, onOpen }: Props) {
  const { can, canCall } = useAccess();
  const canTake =
    !customer.is_walk_in &&
    canChangeCustomer(customer).allowed &&
    can('view_ledger') &&
    canCall(customerWallet.receive);
  useShortcut('p', 'Take payment', () => onOpen('take-payment'), canTake);
  const more = useMore({ customer, notices, onOpen });
  return (
    <>
      <BackToList />
      <MoreMenu label="More actions" items={more} />
      {canTake && (
        <Button variant="default" leftSection={<Wallet size={16} />} onClick={() => onOpen('take-payment')}>
          Take payment
        </Button>
      )}
      {can('edit_customer') && (
        <ActionButton can={canChangeCustomer(customer)} leftSection={<Pencil size={16} />} onClick={onEdit}>
          Edit
        </ActionButton>
      )}
    </>
  );
}

function useMore({ customer, notices, onOpen }: Omit<Props, 'onEdit'>): MenuEntry[] {
  const { canCall } = useAccess();
  const navigate = useNavigate();
  const reload = useReload(customers.list);
  const { id, name, number, is_walk_in } = customer;
  const ofOne = is_walk_in
    ? no('This is not available for the walk-in customer.')
    : canChangeCustomer(customer);
  const ofNamed = is_walk_in ? ofOne : yes;
  const exportPersonalData = async () => {
    try {
      const file = await requestFile(customers.personalData, { params: { id }, shownInPlace: true });
      saveFile(file, `customer-${number}.json`);
    } catch (error) {
      notices.failed(messageOf(error, 'The data could not be exported. Try again.'));
    }
  };
  const remove = () =>
    void removeAfterConfirming(notices, {
      question: `Delete ${name}?`,
      send: () => request(customers.remove, { params: { id }, shownInPlace: true }),
      failure: 'The customer could not be deleted.',
      onDone: () => {
        toast.success(`${name} deleted.`);
        // Away from the page first: the record itself is gone.
        void navigate({ to: '/customers' }).then(() => reload());
      },
    });
  const { merge, personalData, erase, remove: removal } = customers;
  const data = <Download size={16} />;
  return [
    ...entryFor(canCall(merge), ofOne, 'Merge a duplicate', () => onOpen('merge'), <Merge size={16} />),
    ...entryFor(
      canCall(personalData),
      ofNamed,
      'Export personal data',
      () => void exportPersonalData(),
      data,
    ),
    ...entryFor(canCall(erase), ofOne, 'Erase personal data', () => onOpen('erase'), <Eraser size={16} />),
    ...entryFor(canCall(removal), ofNamed, 'Delete', remove, <Trash2 size={16} />),
  ];
}

/** Merged and erased customers cannot be changed. */
function canChangeCustomer({ merged_into, erased_at }: CustomerDetail): RuleResult {
  if (erased_at) return no('The personal data was erased.');
  return merged_into
    ? no(`Merged into ${merged_into.name} (${merged_into.number}). Change that customer instead.`)
    : yes;
}
