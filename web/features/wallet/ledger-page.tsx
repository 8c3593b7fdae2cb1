import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FileText, Mail } from 'lucide-react';
import { useState } from 'react';
import type { PartyKind } from '#domain/wallet/balance-words';
import { type Statement, wallets } from '#domain/wallet/wallet.contract';
import { useAccess } from '../../platform/access';
import { useCanOpen } from '../../platform/may-open';
import { usableParams } from '../../platform/ignored-params';
import { isNotFound, messageOf } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import { IgnoredParams } from '../../ui/list/ignored-params';
import { LoadFailure } from '../../ui/load-failure';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { ShownTogether } from '../../ui/shown-together';
import { useSaveExport } from '../../ui/files/use-save-export';
import { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { AllocationsCard } from '../supplier-allocations';
import { LettersCard } from './letters-card';
import { BalanceCard, EntriesCard, OpenItemsCard } from './ledger-cards';
import { MatchesCard } from './matches-card';
import { type WalletDialogState, WalletActions, WalletDialog, type Period } from './wallet-actions';
import { DateInput } from '../../ui/dates/date-input';
import '../../ui/filters/date-range.css';
import { everything, useReload } from '../../platform/reload';
import { ledgerOf } from './wallet.queries';

const kinds = {
  supplier: {
    title: 'Supplier Ledger',
    party: 'Supplier',
    record: (id: number) => `/suppliers/${id}` as const,
  },
  customer: {
    title: 'Customer Ledger',
    party: 'Customer',
    record: (id: number) => `/customers/view/${id}` as const,
  },
} as const;

export const SupplierLedgerPage = () => <LedgerPage kind="supplier" />;
export const CustomerLedgerPage = () => <LedgerPage kind="customer" />;

/** A party's ledger: the entries and the open items. */
function LedgerPage({ kind }: { kind: PartyKind }) {
  const { id = '' } = useParams({ strict: false });
  return isId(id) ? <LedgerOf kind={kind} id={Number(id)} /> : <NoLedger kind={kind} />;
}

const isId = (typed: string) => /^[1-9]\d{0,14}$/.test(typed);

function NoLedger({ kind }: { kind: PartyKind }) {
  usePageTitle('Ledger');
  const { title, party } = kinds[kind];
  return (
    <>
      <PageHeader title={title} />
      <Alert role="alert" color="red" variant="light">
        {party} not found
      </Alert>
    </>
  );
}

function LedgerOf({ kind, id }: { kind: PartyKind; id: number }) {
  const search = useSearch({ strict: false }) as Period;
  const { statement } = wallets[kind];
  const { query: period, ignored } = usableParams(statement.query, {
    ...(search.from ? { from: search.from } : {}),
    ...(search.to ? { to: search.to } : {}),
  });
  const page = useQuery(ledgerOf(kind, id, period));
  const [opened, setOpened] = useState<WalletDialogState | null>(null);
  const { data, error } = page;
  usePageTitle(data ? `Ledger: ${data.party.name}` : 'Ledger');
  if (!data && isNotFound(error)) return <NoLedger kind={kind} />;
  return (
    <>
      <IgnoredParams ignored={ignored} />
      <PageHeader
        title={kinds[kind].title}
        detail={data ? nameOf(data.party) : '…'}
        actions={
          <>
            {/* Also where the ledger could not be loaded, because the period may be why. */}
            <PeriodFields period={period} />
            <HeadActions
              {...{ kind, id, period }}
              party={data?.party}
              onEmail={() => setOpened({ kind: 'email' })}
            />
          </>
        }
      />
      {data ? (
        <Ledger statement={data} period={period} opened={opened} onOpen={setOpened} />
      ) : error ? (
        <LoadFailure page={page} words={messageOf(error, 'The ledger could not be loaded.')} />
      ) : (
        <Skeleton height={420} />
      )}
    </>
  );
}

const nameOf = ({ name, number }: Statement['party']) => (number === null ? name : `${name} · ${number}`);

type LedgerProps = {
  statement: Statement;
  period: Period;
  opened: WalletDialogState | null;
  onOpen: (dialog: WalletDialogState | null) => void;
};

function Ledger({ statement, period, opened, onOpen }: LedgerProps) {
  const { party } = statement;
  const notices = useNotice();
  const reload = useReload(everything);
  const { canCall } = useAccess();
  const isCustomer = party.kind === 'customer';
  return (
    <>
      <NoticeAlert notices={notices} />
      {party.closed !== null && (
        <Alert color="info" variant="light" mb={12}>
          {party.closed}
        </Alert>
      )}
      <BalanceCard
        statement={statement}
        actions={isCustomer && <WalletActions statement={statement} onOpen={onOpen} />}
      />
      <EntriesCard statement={statement} onReverse={entry => onOpen({ kind: 'reverse', entry })} />
      <OpenItemsCard statement={statement} onMatch={item => onOpen({ kind: 'match', item })} />
      <ShownTogether>
        {!isCustomer && canCall(supplierAllocations.list) && (
          <AllocationsCard supplierId={party.id} notices={notices} />
        )}
        {isCustomer && (
          <>
            <MatchesCard customerId={party.id} isClosed={party.closed !== null} notices={notices} />
            <LettersCard customerId={party.id} />
          </>
        )}
      </ShownTogether>
      {opened && (
        <WalletDialog
          opened={opened}
          statement={statement}
          period={period}
          onClose={() => onOpen(null)}
          onDone={(message, isGood = true) => {
            onOpen(null);
            reload(() => (isGood ? notices.succeeded(message) : notices.failed(message)));
          }}
        />
      )}
    </>
  );
}

type HeadProps = {
  kind: PartyKind;
  id: number;
  period: Period;
  party: Statement['party'] | undefined;
  onEmail: () => void;
};

function HeadActions({ kind, id, period, party, onEmail }: HeadProps) {
  const { canCall } = useAccess();
  const canOpen = useCanOpen();
  const { pdf, email } = wallets[kind];
  const record = kinds[kind].record(id);
  const saveExport = useSaveExport();
  const [isSaving, setSaving] = useState(false);
  // Unseen, but in their places, until the party is known: shown later they would push the days aside (F81).
  const style = { visibility: party ? undefined : 'hidden' } as const;
  const save = async () => {
    setSaving(true);
    await saveExport({
      call: pdf,
      params: { id },
      query: { ...period },
      fileName: `Statement-${party?.name}.pdf`,
    });
    setSaving(false);
  };
  return (
    <>
      {canOpen(record) && <BackButton to={record}>{kinds[kind].party}</BackButton>}
      {canCall(email) && (
        <Button variant="default" leftSection={<Mail size={16} />} style={style} onClick={onEmail}>
          Email
        </Button>
      )}
      <Button
        leftSection={<FileText size={16} />}
        style={style}
        loading={isSaving}
        onClick={() => void save()}
      >
        Statement
      </Button>
    </>
  );
}

function PeriodFields({ period }: { period: Period }) {
  const navigate = useNavigate();
  const change = (changes: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: { ...period, ...changes }, replace: true });
  return (
    <div className="date-range">
      <DateInput
        isFilter
        aria-label="From"
        value={period.from ?? ''}
        onChange={date => change({ from: date || undefined })}
      />
      <span aria-hidden="true">to</span>
      <DateInput
        isFilter
        aria-label="To"
        value={period.to ?? ''}
        onChange={date => change({ to: date || undefined })}
      />
    </div>
  );
}
