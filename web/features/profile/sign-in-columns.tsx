import { Button } from '@mantine/core';
import type { Column } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';

type Terms<Row> = {
  /** What is removed, as the button is called. */
  readonly labelOf: (row: Row) => string;
  readonly onRemove: (row: Row) => void;
};

/** The last columns of the ways in which a user signs in: when one was used, and its removal. */
export const signInColumns = <Row extends { readonly last_used_at: Date | null }>({
  labelOf,
  onRemove,
}: Terms<Row>): Column<Row>[] => [
  {
    header: 'Last used',
    kind: 'moment',
    cell: row => (row.last_used_at ? <ExactMoment at={row.last_used_at} /> : 'Never'),
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    cell: row => (
      <Button size="xs" variant="default" aria-label={`Remove ${labelOf(row)}`} onClick={() => onRemove(row)}>
        Remove
      </Button>
    ),
  },
];
