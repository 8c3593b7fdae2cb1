import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { formatDate, formatMoment } from '#domain/kernel/dates';
import { countScopeNames } from '#domain/stock/count-status';
import { keptWords, progressWords, unsentWords } from '#domain/stock/count-words';
import { type CountDetail, stockCounts } from '#domain/stock/stock-count.contract';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { type Fact, FactList } from '../../ui/record/fact-list';
import { PlainLink, TextLink } from '../../ui/links';
import { onDemand } from '../../ui/on-demand';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { JournalLink } from '../../ui/record/journal-link';
import { everything, useReload } from '../../platform/reload';
import { RecordActivity } from '../notes';
import { CountActions, type CountDialogState } from './count-actions';
import { CountBadges } from './count-badges';
import { CountEditDialog } from './count-edit-dialog';
import { CountLines } from './count-lines';
import { CountPostDialog } from './count-post-dialog';
import { CountReview } from './count-review';
import { CountScanField } from './count-scan-field';
import { useCounting } from './use-counting';
import './counts.css';
import './stock.css';
import { countById, countList, countNow } from './stock.queries';

const ReverseDialog = onDemand(async () => (await import('./reverse-count-dialog')).ReverseCountDialog);

/** One stocktake: counting it, on a phone between the shelves, and reviewing the variances. */
export const CountPage = () => (
  <RecordOrReason
    record={countNow}
    list={countList}
    noun="stocktake"
    title="Stocktake"
    back={<BackButton to="/stock/counts">Back to List</BackButton>}
  >
    {count => <Details count={count} />}
  </RecordOrReason>
);

function Details({ count }: { count: CountDetail }) {
  const queries = useQueryClient();
  // Posting also changes stock, journals and the books.
  const { notices, open, setOpen, close, changed } = useRecordDialogs<CountDialogState>(everything);
  const enter = useCounting(count.id);
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const isReviewed = count.review !== undefined && (tab === 'review' || !count.can.count);
  // Others may have counted since the page loaded: the dialog uses current figures.
  const openDialog = async (dialog: CountDialogState) => {
    const now = await request(stockCounts.get, { params: { id: count.id } }).catch(() => undefined);
    if (now) queries.setQueryData(countById(count.id).queryKey, now);
    if (now) setOpen(dialog);
  };
  const facts = (
    <Card title="Stocktake">
      <FactList facts={factsOf(count)} />
    </Card>
  );
  return (
    <RecordPage
      title={count.number}
      status={<CountBadges count={count} />}
      actions={
        <CountActions
          count={count}
          notices={notices}
          isReviewed={isReviewed}
          onOpen={dialog => void openDialog(dialog)}
          onChanged={changed}
        />
      }
      notices={notices}
      sections={{
        summary: (
          <>
            {count.review && count.can.count && <ViewSwitch count={count} isReviewed={isReviewed} />}
            <Unsent count={count} />
            <Progress count={count} />
            {!count.can.count && facts}
          </>
        ),
        lines: !isReviewed && count.can.count && (
          <Card>
            <CountScanField countId={count.id} count={enter} />
          </Card>
        ),
        money: isReviewed ? <CountReview count={count} /> : <CountLines count={count} enter={enter} />,
        history: (
          <>
            {/* Below the lines, so that counting on a phone starts with the next product. */}
            {count.can.count && facts}
            <RecordActivity recordType="stock_count" recordId={count.id} />
          </>
        ),
      }}
    >
      <Dialogs count={count} open={open} onClose={close} onDone={changed} />
    </RecordPage>
  );
}

type DialogProps = {
  count: CountDetail;
  open: CountDialogState | null;
  onClose: () => void;
  onDone: (message: string) => void;
};

function Dialogs({ count, open, onClose, onDone }: DialogProps) {
  if (open === 'edit')
    return (
      <CountEditDialog count={count} onClose={onClose} onDone={() => onDone(`${count.number} saved.`)} />
    );
  if (open === 'reverse')
    return (
      <ReverseDialog
        count={count}
        onClose={onClose}
        onDone={by => onDone(`${count.number} reversed by ${by}.`)}
      />
    );
  if (open !== 'post' || !count.review) return null;
  return (
    <CountPostDialog
      count={count}
      review={count.review}
      onClose={onClose}
      onDone={() => onDone(`${count.number} posted.`)}
    />
  );
}

/** Counting and reviewing are two views of one page, chosen by the address. */
function ViewSwitch({ count, isReviewed }: { count: CountDetail; isReviewed: boolean }) {
  const reload = useReload(stockCounts.list);
  const page = { to: '/stock/counts/$id', params: { id: String(count.id) } } as const;
  return (
    <nav className="count-ways no-print" aria-label="Views">
      <PlainLink {...page} search={{}} aria-current={isReviewed ? undefined : 'page'}>
        Count
      </PlainLink>
      <PlainLink
        {...page}
        search={{ tab: 'review' }}
        aria-current={isReviewed ? 'page' : undefined}
        onClick={() => reload()}
      >
        Review
      </PlainLink>
    </nav>
  );
}

function Unsent({ count }: { count: CountDetail }) {
  const words = [unsentWords(count.unsent_sales), keptWords(count.kept_sales)];
  return words.map(
    one =>
      one && (
        <Alert key={one} role="status" color="yellow" variant="light" mb={12} data-notice="warning">
          {one}
        </Alert>
      ),
  );
}

function Progress({ count: { status, counted, products } }: { count: CountDetail }) {
  if (status !== 'counting') return null;
  const words = progressWords(counted, products);
  return (
    <div className="count-progress">
      <span className="figures" role="status">
        {words}
      </span>
      <progress aria-label="Progress" value={counted} max={products} />
    </div>
  );
}

function factsOf(count: CountDetail): Fact[] {
  const { uncounted, journal_id, ended_by, ended_at, reversed_by } = count;
  const ended = count.status === 'cancelled' ? 'Cancelled' : 'Posted';
  return [
    { label: 'Scope', value: count.scope_name ?? countScopeNames[count.scope] },
    { label: 'Date', value: formatDate(count.business_date) },
    ...(count.status === 'counting'
      ? []
      : [{ label: 'Progress', value: progressWords(count.counted, count.products) }]),
    { label: 'Note', value: count.note },
    { label: 'Started', value: `${count.started_by}, ${formatMoment(count.started_at)}` },
    ...(ended_by && ended_at ? [{ label: ended, value: `${ended_by}, ${formatMoment(ended_at)}` }] : []),
    ...(reversed_by === null
      ? []
      : [
          {
            label: 'Reversed by',
            value: (
              <TextLink to="/stock/adjustments/$id" params={{ id: String(reversed_by.id) }}>
                {reversed_by.number}
              </TextLink>
            ),
          },
        ]),
    ...(uncounted === 'nothing' || (uncounted && count.counted < count.products)
      ? [
          {
            label: 'Uncounted products',
            value: uncounted === 'leave' ? 'Left unchanged' : 'Set to zero',
          },
        ]
      : []),
    ...(journal_id === null
      ? []
      : [
          {
            label: 'Journal',
            value: <JournalLink id={journal_id}>Journal {journal_id}</JournalLink>,
          },
        ]),
  ];
}
