import { Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type SearchResult, searchResultKinds } from '#domain/search/search.contract';
import { messageOf } from '../../platform/api-error';
import { useCanOpen } from '../../platform/may-open';
import { useUser } from '../../platform/session';
import { type Entry, fittingEntries, fittingSettings } from './entries';
import './palette.css';
import { recordsByText } from './search.queries';

const entryOf = ({ kind, id, title, detail, path, is_exact }: SearchResult): Entry => ({
  // A return to a supplier may be found by two numbers.
  key: `${kind} ${id} ${title}`,
  label: title,
  detail: detail === null ? searchResultKinds[kind] : `${searchResultKinds[kind]} · ${detail}`,
  group: 'Found',
  path,
  isExact: is_exact,
});

type EntriesFor = (text: string, found: readonly SearchResult[]) => Entry[];

/** Exact codes and numbers first, then pages and actions, then settings, then other matches. */
function useEntriesFor(): EntriesFor {
  const canOpen = useCanOpen();
  const user = useUser();
  return (text, found) => {
    const records = found.filter(({ path }) => canOpen(path));
    const ofExact = (isExact: boolean) => records.filter(({ is_exact }) => is_exact === isExact).map(entryOf);
    // A single letter begins too many settings.
    const settings = isSearched(text) ? fittingSettings(text, user) : [];
    return [...ofExact(true), ...fittingEntries(text, canOpen), ...settings, ...ofExact(false)];
  };
}

const isSearched = (text: string) => text.length > 1;

const notSearched = 'The search failed because the server cannot be reached. Try again.';

/**
 * Searches for the typed text. `settle` waits for its results, because a scanner sends Enter before they
 * arrive.
 */
function useEntries(text: string) {
  const entriesFor = useEntriesFor();
  const client = useQueryClient();
  const isAsked = isSearched(text);
  const results = useQuery({ ...recordsByText(text), enabled: isAsked, placeholderData: keepPreviousData });
  return {
    entries: entriesFor(text, isAsked ? (results.data?.data ?? []) : []),
    isCurrent: !isAsked || (!results.isPlaceholderData && !results.isPending),
    // The record search failed, so the palette must not claim that there are no records (finding F84).
    failure: isAsked && results.isError ? messageOf(results.error, notSearched) : null,
    settle: async () => {
      const found = await client.fetchQuery(recordsByText(text)).catch(() => null);
      return found === null ? [] : entriesFor(text, found.data);
    },
  };
}

/** The text of the field; `latest` is the same without waiting for the next render. */
function useText(onChange: () => void) {
  const [text, setText] = useState('');
  const latest = useRef('');
  const write = (written: string) => {
    latest.current = written;
    setText(written);
    onChange();
  };
  return { text, latest, write };
}

type TypedAhead = { readonly text: string; readonly isEntered: boolean; readonly isScanned: boolean };

/** Writes what was typed ahead when the field first has the focus, and enters it if Enter followed. */
function useKeysAhead(
  takeKeys: Props['takeKeys'],
  write: (text: string) => void,
  enter: (isScanned: boolean) => Promise<void>,
): () => void {
  const [entered, setEntered] = useState<TypedAhead | null>(null);
  const enterAhead = useEffectEvent(enter);
  useEffect(() => {
    if (entered?.isEntered) void enterAhead(entered.isScanned);
  }, [entered]);
  return () => {
    const ahead = takeKeys();
    if (!ahead?.text) return;
    write(ahead.text);
    setEntered(ahead);
  };
}

type Props = {
  /** What was typed before the field had the focus. */
  takeKeys: () => TypedAhead | undefined;
  onClose: () => void;
};

/** Goes to the page of an entry, if there is one. */
function useOpen(onClose: () => void): (entry: Entry | undefined) => void {
  const navigate = useNavigate();
  return entry => {
    if (!entry) return;
    onClose();
    // The path of a credit note searches its list.
    void navigate({ href: entry.path });
  };
}

/** The search palette for pages, actions, settings and records, by typing or scanner. Arrow keys move, Enter opens. */
export function Palette({ takeKeys, onClose }: Props) {
  // Tracked by key: a later answer reorders the list, and the marked entry stays marked.
  const [walkedTo, walkTo] = useState<string | null>(null);
  const { text, latest, write } = useText(() => walkTo(null));
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { entries, isCurrent, failure, settle } = useEntries(text.trim());
  const found = entries.findIndex(({ key }) => key === walkedTo);
  const marked = Math.max(0, found);
  const mark = (index: number) => walkTo(entries[index]?.key ?? null);
  const open = useOpen(onClose);
  const enter = async () => {
    if (isCurrent || found >= 0) return open(entries[marked]);
    const [first] = await settle();
    // The user has typed on, so these results are out of date.
    if (latest.current === text) open(first);
  };
  const openScanned = async () => {
    const exact = (await settle()).filter(({ isExact }) => isExact);
    if (latest.current !== text) return;
    // Otherwise the results are shown, and the next scan replaces the text.
    if (exact.length === 1) open(exact[0]);
    else field.current?.select();
  };
  const onFocus = useKeysAhead(takeKeys, write, isScanned => (isScanned ? openScanned() : enter()));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) mark((marked + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') void enter();
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<VisuallyHidden>Search</VisuallyHidden>}
      withCloseButton={false}
      size="lg"
      padding={0}
      centered={false}
      yOffset="10dvh"
      classNames={{ header: 'palette-head' }}
    >
      <TextInput
        ref={field}
        data-autofocus
        role="combobox"
        aria-label="Search pages, actions and records"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[marked] ? `${listId}-${marked}` : undefined}
        autoComplete="off"
        className="palette-text"
        size="lg"
        leftSection={<Search size={18} aria-hidden />}
        placeholder="Search, or scan a barcode"
        maxLength={100}
        value={text}
        onChange={event => write(event.currentTarget.value)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
      <Entries id={listId} entries={entries} marked={marked} onOpen={open} onMark={mark} />
      {failure !== null && <Failed reason={failure} />}
      {entries.length === 0 && isCurrent && failure === null && <NothingFound text={text} />}
    </Modal>
  );
}

const Failed = ({ reason }: { reason: string }) => (
  <p className="palette-nothing" role="alert">
    {reason}
  </p>
);

const NothingFound = ({ text }: { text: string }) => (
  <p className="palette-nothing" role="status">
    {text.trim() === '' ? 'Enter' : 'No results. Try'} part of a name, a code or a document number.
  </p>
);

function Entries({
  id,
  entries,
  marked,
  onOpen,
  onMark,
}: {
  id: string;
  entries: readonly Entry[];
  marked: number;
  onOpen: (entry: Entry) => void;
  onMark: (index: number) => void;
}) {
  return (
    <div id={id} role="listbox" aria-label="Results" className="palette-list">
      {entries.map((entry, index) => (
        // Focus stays in the field, which reports its position by aria-activedescendant.
        <div
          key={entry.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          ref={node => {
            if (index === marked) node?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseMove={() => onMark(index)}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onOpen(entry)}
          onKeyDown={() => undefined}
        >
          <span className="palette-label">{entry.label}</span>
          <span className="palette-detail">{entry.detail ?? entry.group}</span>
        </div>
      ))}
    </div>
  );
}
