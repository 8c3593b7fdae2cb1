import { useQuery } from '@tanstack/react-query';
import { type CountLineState, countLineState, countLineStateNames } from '#domain/stock/count-status';
import {
  type CountDetail,
  type CountLine,
  stockCountLines,
  stockCounts,
} from '#domain/stock/stock-count.contract';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { Card } from '../../ui/card';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { LoadFailure } from '../../ui/load-failure';
import { Money } from '../../ui/money';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { Tiles } from '../../ui/tiles';
import { CountCostField } from './count-cost-field';
import { varianceWords } from './count-line-row';
import { ProductLink } from './product-link';
import { Pages } from './count-paging';
import { linesOfCount } from './stock.queries';

const states: readonly CountLineState[] = countLineState.options.filter(state => state !== 'different');

/** The variances with their values, largest first, before and after posting. */
export function CountReview({ count }: { count: CountDetail }) {
  const { can, canCall } = useAccess();
  const withCost = can('view_cost');
  const list = asReviewed(useListState(stockCountLines.list), withCost);
  const page = useQuery(linesOfCount(count.id, list.query));
  // Only where found goods have no known cost (rule I7).
  const asksCost =
    count.can.review &&
    canCall(stockCounts.cost) &&
    !!page.data?.data.some(line => line.cost_needed || line.cost_each != null);
  const isEmpty = page.data?.total === 0 && !page.isPlaceholderData;
  return (
    <>
      <Figures count={count} />
      <Card title="Variances" flush>
        <div className="list-filters no-print">
          <SearchFilter list={list} placeholder="Search by name, SKU or barcode" />
          <SelectFilter
            list={list}
            name="state"
            label="Lines"
            all="All variances"
            options={states.map(value => ({ value, label: countLineStateNames[value] }))}
          />
        </div>
        {page.isError && !page.data ? (
          <LoadFailure page={page} />
        ) : isEmpty ? (
          <div className="list-blank">
            {list.isNarrowed
              ? 'No lines match this search.'
              : count.counted === 0
                ? 'No products counted yet.'
                : 'No variances: every count matches the expected stock.'}
          </div>
        ) : (
          <DataTable
            label="Variances"
            list={list}
            rows={page.data?.data}
            rowKey={line => line.id}
            isStale={page.isPlaceholderData}
            columns={columnsOf(count, withCost, asksCost)}
          />
        )}
        <Pages list={list} page={page.data} />
      </Card>
    </>
  );
}

type Lines = ListStateOf<typeof stockCountLines.list>;

/** By default shows variances, largest first. */
function asReviewed(list: Lines, withCost: boolean): Lines {
  const isSorted = list.sortBy !== 'line_number';
  const sortBy = isSorted ? list.sortBy : withCost ? 'value' : 'difference';
  const sortOrder = isSorted ? list.sortOrder : 'desc';
  const { state = 'different' } = list.filters;
  return {
    ...list,
    sortBy,
    sortOrder,
    query: { ...list.query, state, sort_by: sortBy, sort_order: sortOrder },
  };
}

function Figures({ count: { review, products, counted } }: { count: CountDetail }) {
  if (!review) return null;
  const tiles = [
    { label: 'Variances', value: review.differences.toLocaleString('en-GB') },
    ...(review.value === undefined
      ? []
      : [
          { label: 'Missing', value: formatPounds(review.missing_value ?? 0) },
          { label: 'Found', value: formatPounds(review.found_value ?? 0) },
          { label: 'Net variance', value: formatPounds(review.value) },
        ]),
    { label: 'Not counted', value: (products - counted).toLocaleString('en-GB') },
  ];
  return (
    <div className="count-figures">
      <Tiles tiles={tiles} />
    </div>
  );
}

const signed = (quantity: number) => `${quantity > 0 ? '+' : ''}${formatQuantity(quantity)}`;

function columnsOf(
  count: CountDetail,
  withCost: boolean,
  asksCost: boolean,
): Columns<typeof stockCountLines.list> {
  return [
    {
      header: 'Product',
      minWidth: '140px',
      sort: 'name',
      cell: line => (
        <>
          <ProductLink product={{ id: line.product_id, name: line.name, sku: line.sku }} />
          <Marks line={line} />
        </>
      ),
    },
    { header: 'Unit', cell: line => line.unit },
    { header: 'Expected', align: 'end', cell: line => <Figure quantity={line.expected} /> },
    { header: 'Counted', align: 'end', cell: line => <Figure quantity={line.counted} /> },
    {
      header: 'Variance',
      sort: 'difference',
      align: 'end',
      cell: ({ difference }) =>
        difference == null ? (
          '—'
        ) : (
          <strong className="figures" title={difference === 0 ? 'As expected' : varianceWords(difference)}>
            {signed(difference)}
          </strong>
        ),
    },
    ...(withCost
      ? [
          {
            header: 'Value',
            sort: 'value' as const,
            align: 'end' as const,
            cell: (line: CountLine) =>
              line.value == null ? <span className="figures">—</span> : <Money pence={line.value} />,
          },
        ]
      : []),
    ...(asksCost
      ? [{ header: 'Cost each', cell: (line: CountLine) => <CountCostField count={count} line={line} /> }]
      : []),
    {
      header: 'Counted by',
      kind: 'person',
      cell: line =>
        line.counted_by === null ? (
          '—'
        ) : (
          <span className="stock-product">
            {line.counted_by}
            {line.counted_at && (
              <span className="aside">
                <Moment at={line.counted_at} />
              </span>
            )}
          </span>
        ),
    },
  ];
}

const Figure = ({ quantity }: { quantity: number | null | undefined }) => (
  <span className="figures">{quantity == null ? '—' : formatQuantity(quantity)}</span>
);

function Marks({ line }: { line: CountLine }) {
  return (
    <>
      {line.moved_meanwhile && (
        <span className="count-warning">Stock moved while this was being scanned. Count it again.</span>
      )}
      {line.note && <span className="count-note">{line.note}</span>}
    </>
  );
}
