import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { drafts, templates } from '#domain/emails/draft.contract';
import { inbox, linkedType, type MessageDetail, type RecordLink } from '#domain/emails/inbox.contract';
import { mailbox } from '#domain/emails/mailbox.contract';
import { type SearchResult, searching } from '#domain/search/search.contract';
import { request } from '../../platform/api';
import { about } from '../../platform/live-state';
import { contractQuery, isReread, type ReadKey } from '../../platform/queries';
import { isReadBelow, isReadBy, type CacheableCall } from '../../platform/reload';
import { type MailPlace, undelivered } from './mail-place';

/** Often enough to show new mail promptly, rarely enough to cost nothing. */
const refetchMs = 20_000;

export const useFolders = () =>
  useQuery({
    ...contractQuery(inbox.folders),
    meta: about('mail'),
    refetchInterval: refetchMs,
  });

/** The mailbox settings, without the password. */
export const useMailbox = () => useQuery({ ...contractQuery(mailbox.get), staleTime: 0, gcTime: 0 });

/** The messages of one folder or of all, loaded page by page. */
export function useMessages({ box, search, unread, flagged }: MailPlace) {
  const filters = {
    ...(typeof box === 'number' ? { folder_id: String(box) } : {}),
    ...(box === 'all' ? { everywhere: 'yes' as const } : {}),
    ...(search ? { search } : {}),
    ...(unread ? { unread: 'yes' as const } : {}),
    ...(flagged ? { flagged: 'yes' as const } : {}),
  };
  return useInfiniteQuery({
    queryKey: [...contractQuery(inbox.messages, { query: filters }).queryKey, box],
    queryFn: ({ pageParam, signal, ...context }) =>
      request(inbox.messages, {
        query: { ...filters, ...(pageParam ? { after: pageParam } : {}) },
        signal,
        shownInPlace: true,
        isBackground: isReread(context),
      }),
    initialPageParam: '',
    getNextPageParam: last => last.next,
    meta: about('mail'),
    refetchInterval: refetchMs,
    enabled: box !== 'sent' && box !== 'drafts',
  });
}

export function useSent({ box, search, undelivered: isNarrowed }: MailPlace) {
  const filters = {
    ...(search ? { search } : {}),
    ...(isNarrowed ? { status: undelivered } : {}),
  };
  return useInfiniteQuery({
    queryKey: contractQuery(inbox.sent, { query: filters }).queryKey,
    queryFn: ({ pageParam, signal, ...context }) =>
      request(inbox.sent, {
        query: { ...filters, ...(pageParam ? { after: pageParam } : {}) },
        signal,
        shownInPlace: true,
        isBackground: isReread(context),
      }),
    initialPageParam: '',
    getNextPageParam: last => last.next,
    meta: about('mail'),
    refetchInterval: refetchMs,
    enabled: box === 'sent',
  });
}

/** A draft. Once it is open, the text in the editor wins over what is fetched. */
export const draftToWrite = (id: number) =>
  queryOptions({
    ...contractQuery(drafts.get, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const allDrafts = contractQuery(drafts.list);
export const templateList = contractQuery(templates.list);
export const sentMessage = (id: number) => contractQuery(inbox.getSent, { params: { id } });

/**
 * A message, with remote pictures if requested. It is not refetched with other mail, because each fetch of a
 * picture tells its sender.
 */
export const messageById = (id: number, withPictures: boolean) =>
  queryOptions({
    ...contractQuery(inbox.get, { params: { id }, query: withPictures ? { pictures: 'show' } : {} }),
    placeholderData: (before: MessageDetail | undefined) => (before?.id === id ? before : undefined),
    ...(withPictures ? {} : { meta: about('mail') }),
  });

/** The emails of a record. */
export const messagesOfRecord = (type: RecordLink['type'], id: number) =>
  contractQuery(inbox.ofRecord, { query: { type, id: String(id) } });

type Linkable = { readonly id: number; readonly name: string; readonly record: SearchResult };

/** Records that a message can be linked to, by name or number. A single letter is not searched. */
export const recordsToLink = (text: string) => {
  const parameters = { query: { text: text.slice(0, 100) } };
  const key: readonly unknown[] = [...contractQuery(searching.find, parameters).queryKey, linkedType.options];
  return queryOptions({
    queryKey: key as ReadKey,
    queryFn: async ({ signal }): Promise<{ data: Linkable[] }> => {
      if (text.trim().length < 2) return { data: [] };
      const { data } = await request(searching.find, { ...parameters, signal, shownInPlace: true });
      return {
        data: data
          .filter(({ kind }) => linkedType.safeParse(kind).success)
          .map((record, index) => ({ id: index + 1, name: record.title, record })),
      };
    },
  });
};

/** All mail queries. */
const ofMail = [
  drafts.list,
  inbox.folders,
  inbox.messages,
  inbox.ofRecord,
  inbox.sent,
  mailbox.get,
  templates.list,
];

/** Refetches all mail queries, or only those of the given calls. */
export function useReloadMail(...calls: readonly CacheableCall[]): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: query =>
        calls.length > 0
          ? calls.some(call => isReadBy(query, call))
          : ofMail.some(call => isReadBelow(query, call)),
    });
}
