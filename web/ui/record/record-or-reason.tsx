import { capitalise } from '#domain/kernel/capitalise';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { isNotFound } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import type { Reading, RecordList } from '../../platform/queries';
import { DeniedAlert, deniedWords } from '../denied-alert';
import { PageHeader } from '../page-header';
import { RecordSteps } from './record-steps';

type Props<Shown> = {
  record: (id: number | undefined) => Reading<Shown>;
  /** "product", as used in a sentence. */
  noun: string;
  /** The title while there is no record. */
  title: string;
  /** The list of such records, if this is their own page. */
  list?: RecordList;
  /** The buttons while there is no record: the way back. */
  back?: ReactNode;
  /** It is opened to be edited. */
  isForEdit?: boolean;
  /** Shown if it could not be loaded, if the specification has words of its own. */
  failure?: string;
  children: (record: Shown) => ReactNode;
};

/** Loads the record of the URL and shows it, or the reason why it cannot. */
export function RecordOrReason<Shown>({ record, list, isForEdit = false, children, ...words }: Props<Shown>) {
  const { id } = useParams({ strict: false }) as { id: string };
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
  const client = useQueryClient();
  const page = useQuery(record(number));
  // An edit that began with what the user has just changed would be told of a conflict with themselves.
  const isReadAgain =
    page.isFetching && client.getQueryState(record(number).queryKey)?.isInvalidated === true;
  // One that has begun is never replaced.
  const [edited, edit] = useState<number>();
  if (isForEdit && page.data && !isReadAgain && edited !== number) edit(number);
  const shown = isForEdit && edited !== number ? undefined : page.data;
  const missing = number === undefined || isNotFound(page.error);
  return (
    <>
      {list && number !== undefined && <RecordSteps id={number} list={list} />}
      {shown ? (
        // A new record has none of the last one's dialogs and notices.
        <Fragment key={number}>{children(shown)}</Fragment>
      ) : missing || page.isError ? (
        <Reason {...words} error={page.error} onRetry={missing ? undefined : page.refetch} />
      ) : (
        <Loading {...words} />
      )}
    </>
  );
}

type Words = Pick<Props<unknown>, 'noun' | 'title' | 'back' | 'failure'>;

type ReasonProps = Words & { error: unknown; onRetry: (() => unknown) | undefined };

function Reason({ noun, title, back, failure, error, onRetry }: ReasonProps) {
  usePageTitle(title);
  const denied = deniedWords(error);
  return (
    <>
      <PageHeader title={title} actions={back} />
      {denied === undefined ? (
        <Alert
          role="alert"
          color="red"
          variant="light"
          icon={<CircleAlert size={18} />}
          data-notice="danger"
          styles={{ message: { color: 'var(--mantine-color-text)' } }}
        >
          {onRetry ? (failure ?? `The ${noun} could not be loaded.`) : `${capitalise(noun)} not found`}
        </Alert>
      ) : (
        <DeniedAlert>{denied}</DeniedAlert>
      )}
      {onRetry && (
        <Button mt={12} variant="default" onClick={() => onRetry()}>
          Try again
        </Button>
      )}
    </>
  );
}

/** Placeholders of about the final size, so that the layout does not jump. */
function Loading({ noun, title }: Words) {
  usePageTitle(title);
  return (
    <div role="status" aria-label={`Loading the ${noun}`}>
      <Skeleton height={36} width={260} mb={16} />
      <Skeleton height={90} mb={16} />
      <Skeleton height={260} mb={16} />
      <Skeleton height={260} />
    </div>
  );
}
