import { Alert } from '@mantine/core';
import type { HiddenFigures } from '#domain/kernel/protected-figures';
import type { ListState } from '../../platform/list-state';
import { IgnoredParams } from './ignored-params';

/** Says what of its address or saved view a list does not do, and why. */
export const NotAsAsked = ({
  list: { ignored, hidden },
}: {
  list: Pick<ListState, 'ignored' | 'hidden'>;
}) => (
  <>
    <IgnoredParams ignored={ignored} />
    {hidden.map(one => (
      <Hidden key={one.figures} {...one} />
    ))}
  </>
);

const Hidden = ({ figures, params }: HiddenFigures) => (
  <Alert role="status" color="yellow" variant="light" mb={12} data-notice="warning">
    {`You do not have permission to see ${figures}, so this list is ${without(params)}.`}
  </Alert>
);

function without(params: readonly string[]): string {
  const isSorted = params.includes('sort_by');
  const isFiltered = params.some(name => !name.startsWith('sort_'));
  return [isSorted && 'in its default order', isFiltered && 'not filtered by that']
    .filter(Boolean)
    .join(' and ');
}
