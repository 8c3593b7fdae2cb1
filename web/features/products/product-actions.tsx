import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Copy, Pencil, Printer, Trash2 } from 'lucide-react';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { toast } from '../../platform/notices';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { useAttempts } from '../../ui/form/use-attempts';
import { BackToList } from './product-form-pages';

type Props = {
  product: ProductDetail;
  notices: Notices;
  onEdit: () => void;
  onLabels: () => void;
  onChanged: () => void;
};

/** The actions for a product; less frequent ones are in the menu. */
export function ProductActions({ product, notices, onEdit, onLabels, onChanged }: Props) {
  const { can } = useAccess();
  const more = useMore({ product, notices, onChanged });
  return (
    <>
      <BackToList />
      <Button variant="default" leftSection={<Printer size={16} />} onClick={onLabels}>
        Print labels
      </Button>
      <MoreMenu label="More actions" items={more} />
      {can('edit_product') && (
        <Button leftSection={<Pencil size={16} />} onClick={onEdit}>
          Edit
        </Button>
      )}
    </>
  );
}

function useMore({
  product,
  notices,
  onChanged,
}: Pick<Props, 'product' | 'notices' | 'onChanged'>): MenuEntry[] {
  const { can, canCall } = useAccess();
  const navigate = useNavigate();
  const { id, name } = product;
  const isArchived = product.status === 'archived';
  const whileBusy = (work: () => Promise<unknown>, failure: string) => () =>
    void work().then(onChanged, (error: unknown) => notices.failedWrite(error, failure));

  const copies = useAttempts((of: number, idempotencyKey: string) =>
    request(products.duplicate, { params: { id: of }, idempotencyKey, shownInPlace: true }),
  );
  const duplicate = async () => {
    const copy = await copies.send(id);
    toast.success(
      `${copy.sku} added. ${can('edit_product') ? 'Check it and set it to active.' : 'It is inactive until someone checks it.'}`,
      4000,
    );
    const to = can('edit_product') ? '/products/edit/$id' : '/products/$id';
    void navigate({ to, params: { id: String(copy.id) } });
  };
  const notDuplicated = (error: unknown) =>
    notices.failedWrite(error, 'The product could not be duplicated. Try again.', { isRepeatable: true });
  const archive = async () => {
    const body = { archived: !isArchived };
    await request(products.archive, { params: { id }, body, shownInPlace: true });
    notices.succeeded(isArchived ? `${name} restored as inactive.` : `${name} archived.`);
  };
  const remove = () =>
    void removeAfterConfirming(notices, {
      question: `Delete ${name}?`,
      send: () => request(products.remove, { params: { id }, shownInPlace: true }),
      failure: 'The product could not be deleted. Try again.',
      isLeft: true,
      onDone: () => void navigate({ to: '/products' }).then(onChanged),
    });
  const entries: (MenuEntry | false)[] = [
    can('create_product') && {
      kind: 'item',
      label: 'Duplicate',
      icon: <Copy size={16} />,
      run: () => void duplicate().then(onChanged, notDuplicated),
    },
    can('edit_product') && {
      kind: 'item',
      label: isArchived ? 'Restore' : 'Archive',
      icon: isArchived ? <ArchiveRestore size={16} /> : <Archive size={16} />,
      run: whileBusy(archive, 'The product could not be archived. Try again.'),
    },
    canCall(products.remove) && {
      kind: 'item',
      label: 'Delete',
      icon: <Trash2 size={16} />,
      run: remove,
      blocked: product.can.delete
        ? undefined
        : 'This product has been bought, counted, quoted or sold, so it cannot be deleted. Archive it instead.',
    },
  ];
  return entries.filter(entry => entry !== false);
}
