import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react';
import { type BooksCheck, books } from '#domain/books/books.contract';
import type { ReplyOf } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import { request } from '../../platform/api';
import { topicOf } from '../../platform/live-state';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { LoadFailure } from '../../ui/load-failure';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { TextLink } from '../../ui/links';
import { ShownTogether } from '../../ui/shown-together';
import './books.css';
import { booksNow } from './books.queries';
import { CompanyNotices } from './company-notices';
import { LockCard } from './lock-card';
import { VatPeriodsCard } from './vat-periods-card';
import { VatRegistrationCard } from './vat-registration-card';

/** The result of every check of the books with its problems, and the lock date. */
export function BooksPage() {
  usePageTitle('Books');
  const notices = useNotice();
  const client = useQueryClient();
  const page = useQuery(booksNow);
  const keep = (change: Partial<ReplyOf<typeof books.show>>) =>
    client.setQueryData(booksNow.queryKey, shown => shown && { ...shown, ...change });
  const checking = useMutation({
    mutationFn: () => request(books.check),
    onSuccess: check => {
      keep({ check });
      void client.invalidateQueries({ predicate: query => topicOf(query) === 'notifications' });
    },
  });
  return (
    <>
      <PageHeader
        title="Books"
        detail={
          page.data?.check
            ? `Checked ${formatMoment(page.data.check.finished_at)} by ${page.data.check.asked_by ?? 'Counterfoil'}`
            : undefined
        }
        actions={
          <Button
            leftSection={checking.isPending ? <Loader size={14} color="white" /> : <ShieldCheck size={16} />}
            onClick={() => !checking.isPending && checking.mutate()}
          >
            Check now
          </Button>
        }
      />
      <ShownTogether>
        <CompanyNotices />
        <NoticeAlert notices={notices} />
        {page.data && (
          <>
            <CheckCard check={page.data.check} />
            <LockCard
              lock={page.data.lock}
              onMoved={lock => (keep({ lock }), notices.succeeded('Lock date changed.'))}
            />
          </>
        )}
        {page.isLoadingError && <LoadFailure page={page} />}
        <VatRegistrationCard onSaved={() => notices.succeeded('VAT registration saved.')} />
        <VatPeriodsCard onSaved={() => notices.succeeded('VAT periods saved.')} />
      </ShownTogether>
    </>
  );
}

function CheckCard({ check }: { check: BooksCheck | null }) {
  if (!check)
    return (
      <Card title="Checks">
        <p className="books-blank">
          The books have not been checked yet. They are checked every hour, or you can check them now.
        </p>
      </Card>
    );
  const broken = check.results.filter(result => !result.holds).length;
  return (
    <Card
      title={check.holds ? 'All checks passed' : `${broken} of ${check.results.length} checks failed`}
      flush
    >
      <ul className="promises">
        {check.results.map(result => (
          <li key={`${result.id} ${result.title}`} data-broken={!result.holds || undefined}>
            {result.holds ? (
              <CircleCheck className="promise-holds" size={18} aria-label="Passed" />
            ) : (
              <CircleX className="promise-broken" size={18} aria-label="Failed" />
            )}
            <div>
              <h3>
                <span className="promise-id">{result.id}</span> {result.title}
              </h3>
              <p>Compares {result.compares}.</p>
              {result.breaches.length > 0 && <Breaches breaches={result.breaches} />}
            </div>
            <span className="promise-compared figures">
              {result.compared.toLocaleString('en-GB')} compared
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const Breaches = ({ breaches }: { breaches: BooksCheck['results'][number]['breaches'] }) => (
  <ul className="breaches">
    {breaches.map(({ what, link }) => (
      <li key={what}>{link ? <TextLink to={link}>{what}</TextLink> : what}</li>
    ))}
  </ul>
);
