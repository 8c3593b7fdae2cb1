import { Button } from '@mantine/core';
import { Printer } from 'lucide-react';
import { maxLabels } from '#domain/products/product-label.contract';
import { type ProductRow, products } from '#domain/products/product.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import type { Notices } from '../../ui/notice';
import { useBusy } from '../../ui/use-busy';
import type { BulkSelection } from '../../ui/list/use-list-selection';

type Props = {
  selection: BulkSelection;
  notices: Notices;
  /** The rows of another list of products, which the selection is of. */
  rowsOf?: (query: Readonly<Record<string, string>>) => Promise<readonly { readonly id: number }[]>;
  onLoaded: (found: readonly ProductRow[]) => void;
};

/** Loads the selected products, as many as one file of labels holds. */
export function LabelsButton({ selection: { count, filter }, notices, rowsOf, onLoaded }: Props) {
  const { busy, whileBusy } = useBusy();
  const load = async () => {
    if (count > maxLabels)
      return notices.failed(
        `Print at most ${maxLabels.toLocaleString('en-GB')} labels at once. Narrow the list first.`,
      );
    try {
      const query = { ...filter, per_page: String(maxLabels) };
      const ids = (await rowsOf?.(query))?.map(({ id }) => id).join(',');
      const among = ids === undefined ? query : { ids, per_page: String(maxLabels) };
      onLoaded((await request(products.list, { query: among, shownInPlace: true })).data);
    } catch (error) {
      notices.failed(messageOf(error, 'The products could not be loaded. Try again.'));
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Printer size={14} />}
      loading={busy}
      onClick={() => void whileBusy(load)}
    >
      Print labels
    </Button>
  );
}
