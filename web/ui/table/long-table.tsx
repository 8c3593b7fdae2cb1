import { useState } from 'react';
import { pageSize } from '#domain/kernel/list-query';
import { type Column, DataTable, type Load } from './data-table';
import { PageNumbers } from '../list/page-numbers';
import { usePageThatExists } from '../list/use-page-that-exists';
import './long-table.css';

type TableProps<Row> = {
  label: string;
  rowKey: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** Shown when there are no rows. */
  empty: string;
};
type Props<Row> = TableProps<Row> & {
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  /** How the rows are loaded: a failure is shown as such, never as an empty table. */
  load?: Load;
  /** How many rows there are beyond those loaded. */
  notListed?: number;
};

/** A table of rows that are loaded together, shown ten at a time. */
export function LongTable<Row>({ rows, load, empty, notListed = 0, ...table }: Props<Row>) {
  const { label, rowKey, columns } = table;
  const [requestedPage, setPage] = useState(1);
  if (rows === undefined) return <DataTable {...table} rows={undefined} {...(load && { load })} />;
  if (rows.length === 0) return <p className="long-table-empty">{empty}</p>;
  const pages = Math.ceil(rows.length / pageSize);
  const page = Math.min(requestedPage, pages);
  return (
    <>
      <DataTable
        label={label}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={rowKey}
        columns={columns}
      />
      <Foot label={label} total={rows.length + notListed} page={page} pages={pages} onChange={setPage} />
    </>
  );
}

type PagedProps<Row> = TableProps<Row> & {
  page: { data: readonly Row[]; current_page: number; last_page: number; total: number };
  onPage: (page: number) => void;
};

/** A table of rows that the server sends page by page. */
export function PagedTable<Row>({ label, page, onPage, rowKey, columns, empty }: PagedProps<Row>) {
  const { data, current_page, last_page, total } = page;
  usePageThatExists({ page: current_page, correctPage: onPage }, page);
  if (total === 0) return <p className="long-table-empty">{empty}</p>;
  return (
    <>
      <DataTable label={label} rows={data} rowKey={rowKey} columns={columns} />
      <Foot label={label} total={total} page={current_page} pages={last_page} onChange={onPage} />
    </>
  );
}

type FootProps = {
  label: string;
  total: number;
  page: number;
  pages: number;
  onChange: (page: number) => void;
};

const Foot = ({ label, total, page, pages, onChange }: FootProps) => (
  <div className="long-table-foot">
    <span className="figures">Total: {total.toLocaleString('en-GB')}</span>
    {pages > 1 && (
      <PageNumbers label={`Pages of ${label.toLowerCase()}`} page={page} pages={pages} onChange={onChange} />
    )}
  </div>
);
