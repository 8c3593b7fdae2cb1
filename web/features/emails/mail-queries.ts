import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { inbox } from '#domain/emails/inbox.contract';
import { mailbox } from '#domain/emails/mailbox.contract';
import { request } from '../../platform/api';
import { about } from '../../platform/live-state';
import type { MailPlace } from './mail-place';

/** Often enough that new mail shows by itself, seldom enough to cost nothing. */
const lookAgainMs = 20_000;

export const useFolders = () =>
  useQuery({
    queryKey: [inbox.folders.path],
    queryFn: ({ signal }) => request(inbox.folders, { signal, shownInPlace: true }),
    meta: about('mail'),
    refetchInterval: lookAgainMs,
  });

/** Where the mailbox is, without its password. */
export const useMailbox = () =>
  useQuery({
    queryKey: [mailbox.get.path],
    queryFn: () => request(mailbox.get, { shownInPlace: true }),
    staleTime: 0,
    gcTime: 0,
  });

/** The messages of a folder, or what was sent from here: lot after lot. */
export function useMessages({ box, search, unread }: MailPlace) {
  return useInfiniteQuery({
    queryKey: [inbox.messages.path, box, search, unread],
    queryFn: ({ pageParam, signal }) =>
      request(inbox.messages, {
        query: {
          ...(typeof box === 'number' ? { folder_id: String(box) } : {}),
          ...(search ? { search } : {}),
          ...(unread ? { unread: 'yes' as const } : {}),
          ...(pageParam ? { after: pageParam } : {}),
        },
        signal,
        shownInPlace: true,
      }),
    initialPageParam: '',
    getNextPageParam: last => last.next,
    meta: about('mail'),
    refetchInterval: lookAgainMs,
    enabled: box !== 'sent' && box !== 'drafts',
  });
}

export function useSent({ box, search }: MailPlace) {
  return useInfiniteQuery({
    queryKey: [inbox.sent.path, search],
    queryFn: ({ pageParam, signal }) =>
      request(inbox.sent, {
        query: { ...(search ? { search } : {}), ...(pageParam ? { after: pageParam } : {}) },
        signal,
        shownInPlace: true,
      }),
    initialPageParam: '',
    getNextPageParam: last => last.next,
    meta: about('mail'),
    refetchInterval: lookAgainMs,
    enabled: box === 'sent',
  });
}

/** Asks again for everything about mail, or for what these paths answered. */
export function useReloadMail(paths?: readonly string[]): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        paths ? paths.includes(String(path)) : String(path).startsWith('/emails/'),
    });
}
