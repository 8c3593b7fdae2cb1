import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  inbox,
  type MarkAs,
  type ListedMessage,
  type MoveTo,
  maxChosen,
} from '#domain/emails/inbox.contract';
import type { ReplyOf } from '#domain/kernel/call';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import type { Notices } from '../../ui/notice';
import { readKey } from '../../platform/queries';
import { focusedMessage } from './focused-message';
import type { MailPlace } from './mail-place';
import { useReloadMail } from './emails.queries';
import { type Selection, useSelection } from './use-selection';

type Moved = ReplyOf<typeof inbox.move>['moved'];
type MessagePages = InfiniteData<ReplyOf<typeof inbox.messages>>;
export type Undo = { readonly message: string; readonly run: () => void; readonly close: () => void };

/** The actions for the selected or open messages. */
export type MailActions = {
  readonly canAct: boolean;
  readonly choice: Selection;
  /** The messages that the next action applies to. */
  readonly targets: () => readonly number[];
  readonly moveTo: (to: MoveTo | { folderId: number }, ids?: readonly number[]) => Promise<void>;
  readonly mark: (as: MarkAs, ids?: readonly number[]) => Promise<void>;
  readonly undo: Undo | null;
};

const failure = 'The messages could not be updated.';

/**
 * Actions are optimistic: messages leave the list at once and return with a reason if the server refuses. A
 * move can be undone until the next action.
 */
export function useMailActions(place: MailPlace, notices: Notices): MailActions {
  const { canCall } = useAccess();
  const change = useShownMessages();
  const choice = useSelection(`${place.box} ${place.search} ${place.unread} ${place.flagged}`);
  const [undo, setUndo] = useState<Undo | null>(null);
  const canAct = canCall(inbox.move) && place.box !== 'sent' && place.box !== 'drafts';
  const targets = () => {
    if (choice.ids.size > 0) return [...choice.ids].slice(0, maxChosen);
    return [place.message ?? focusedMessage()].filter(id => id !== null);
  };
  const moveBack = async (moved: Moved) => {
    setUndo(null);
    change.begin();
    try {
      for (const [folderId, ids] of byFolder(moved))
        await request(inbox.move, { body: { ids, folder_id: folderId }, shownInPlace: true });
    } catch (error) {
      notices.failed(messageOf(error, failure));
    }
    await change.reload();
  };
  return {
    canAct,
    choice,
    targets,
    undo,
    moveTo: async (to, ids = targets()) => {
      if (!canAct || ids.length === 0) return;
      const seenIn = typeof place.box === 'number' ? { from_folder_id: place.box } : {};
      change.begin();
      await change.leave(ids);
      choice.clear();
      if (place.message !== null && ids.includes(place.message)) place.go({ message: undefined });
      try {
        const where = typeof to === 'string' ? { to } : { folder_id: to.folderId };
        const { message, moved } = await request(inbox.move, {
          body: { ids: [...ids], ...where, ...seenIn },
          shownInPlace: true,
        });
        setUndo({ message, run: () => void moveBack(moved), close: () => setUndo(null) });
      } catch (error) {
        notices.failed(messageOf(error, failure));
      }
      await change.reload();
    },
    mark: async (as, ids = targets()) => {
      if (!canAct || ids.length === 0) return;
      change.begin();
      await change.mark(ids, as);
      try {
        await request(inbox.mark, { body: { ids: [...ids], as }, shownInPlace: true });
      } catch (error) {
        notices.failed(messageOf(error, failure));
      }
      await change.reload();
    },
  };
}

function byFolder(moved: Moved): Map<number, number[]> {
  const folders = new Map<number, number[]>();
  for (const { id, from_folder_id } of moved)
    folders.set(from_folder_id, [...(folders.get(from_folder_id) ?? []), id]);
  return folders;
}

const changes: Readonly<Record<MarkAs, Partial<ListedMessage>>> = {
  read: { seen: true },
  unread: { seen: false },
  flagged: { flagged: true },
  unflagged: { flagged: false },
};

/** The lists on screen, updated before the server responds. */
function useShownMessages() {
  const queries = useQueryClient();
  const readAgain = useReloadMail(inbox.folders, inbox.messages, inbox.get);
  const underWay = useRef(0);
  const begin = () => {
    underWay.current += 1;
  };
  /** After the last action only: what is read during another may be older than what the list already shows. */
  const reload = async () => {
    underWay.current -= 1;
    if (underWay.current === 0) await readAgain();
  };
  const map = async (rows: (data: readonly ListedMessage[]) => ListedMessage[]) => {
    // A fetch in progress started before the change and would restore the old state.
    await queries.cancelQueries({ queryKey: readKey(inbox.messages) });
    queries.setQueriesData<MessagePages>(
      { queryKey: readKey(inbox.messages) },
      lots => lots && { ...lots, pages: lots.pages.map(page => ({ ...page, data: rows(page.data) })) },
    );
  };
  return {
    begin,
    reload,
    leave: (ids: readonly number[]) => map(data => data.filter(({ id }) => !ids.includes(id))),
    mark: (ids: readonly number[], as: MarkAs) =>
      map(data => data.map(row => (ids.includes(row.id) ? { ...row, ...changes[as] } : row))),
  };
}
