import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CountDetail, type CountLine, stockCountLines } from '#domain/stock/stock-count.contract';
import { useListState } from '../../platform/list-state';
import { Card } from '../../ui/card';
import { LoadFailure } from '../../ui/load-failure';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { CountLineRow } from './count-line-row';
import { Pages } from './count-paging';
import { linesOfCount } from './stock.queries';
import type { Counting } from './use-counting';

const linesAtATime = '50';
const { defaultSort } = stockCountLines.list.listing;
const sheet = (state: string | undefined) => ({
  sort_by: defaultSort.by,
  sort_order: defaultSort.order,
  state: state === 'counted' || state === 'not_counted' ? state : '',
});

/** The products of a stocktake in the order of its sheet, each with a quantity field. */
export function CountLines({ count, enter }: { count: CountDetail; enter: Counting }) {
  const list = useListState(stockCountLines.list);
  // As on the sheet, however the review was sorted or filtered in the same address: a blind count would refuse that.
  const query = { ...list.query, ...sheet(list.filters.state), per_page: linesAtATime };
  const page = useQuery(linesOfCount(count.id, query));
  const lines = useRef<HTMLOListElement>(null);
  // Enter moves to the next field, as down a sheet of paper.
  const next = (from: HTMLElement) => {
    const inputs = [...(lines.current?.querySelectorAll('input') ?? [])];
    const following = inputs[inputs.indexOf(from as HTMLInputElement) + 1];
    (following ?? document.querySelector<HTMLElement>('.count-scan input'))?.focus();
  };
  const rows = page.data?.data;
  // A page past the end has no rows either, and the rows of another filter say nothing of this one.
  const isEmpty = page.data?.total === 0 && !page.isPlaceholderData;
  return (
    <Card title="Products" flush>
      <div className="list-filters">
        <SearchFilter list={list} placeholder="Search by name, SKU or barcode" />
        <SelectFilter
          list={list}
          name="state"
          label="Counted"
          all="All products"
          options={[
            { value: 'not_counted', label: 'Not counted' },
            { value: 'counted', label: 'Counted' },
          ]}
        />
      </div>
      {page.isError && !rows ? (
        <LoadFailure page={page} />
      ) : isEmpty ? (
        <div className="list-blank">
          {list.filters.state === 'not_counted' && list.search === ''
            ? 'Everything is counted.'
            : 'No products in this stocktake match.'}
          <Button variant="default" onClick={list.clear}>
            Show all products
          </Button>
        </div>
      ) : (
        <ol className="count-lines" ref={lines} aria-label="Products to count" aria-busy={!rows}>
          {(rows ?? []).map(line => (
            <CountLineRow
              key={line.id}
              line={count.is_blind ? unseen(line) : line}
              canCount={count.can.count}
              enter={enter}
              onNext={next}
            />
          ))}
        </ol>
      )}
      <Pages list={list} page={page.data} />
    </Card>
  );
}

/** In a blind count the counting view hides the expected quantity from reviewers as well. */
const unseen = ({ expected: _expected, difference: _difference, ...line }: CountLine): CountLine => line;
