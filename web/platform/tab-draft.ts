import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftDays } from '#domain/kernel/kept-days';
import { newClientId } from './client-id';
import { createStore, type Store } from './store';

export type StoredDraft<Values> = { readonly savedAt: number; readonly values: Values };
export type TabDraft<Values> = {
  /** Where it is stored. A duplicated tab stores its own under another name. */
  readonly name: string;
  /** What this tab had stored before a reload; restored automatically. */
  readonly restored: StoredDraft<Values> | null;
  /** The latest unsaved draft of a closed tab; used only if the user chooses to. */
  readonly offered: StoredDraft<Values> | null;
  readonly take: () => void;
  readonly refuse: () => void;
  readonly keep: (values: Values) => void;
  /** When it was last stored; null if it has not been. A store, so that the form does not render for it. */
  readonly kept: Pick<Store<Kept>, 'get' | 'subscribe'>;
  /** Discards what was typed so far. */
  readonly drop: () => void;
  /** Stops storing, because the form has been saved. */
  readonly forget: () => void;
};

/** What the browser holds: `failed` if it refused, because its storage is full or switched off. */
export type Kept = { readonly at: number } | 'failed' | null;

const maxAgeMs = draftDays * 24 * 3600_000;
const tabKey = 'draft-tab';

/** A name for this tab, kept across reloads. */
function nameOfTab(): string {
  const name = sessionStorage.getItem(tabKey) ?? newClientId();
  sessionStorage.setItem(tabKey, name);
  return name;
}

/**
 * Stores what is typed into a form in this browser until it is saved, separately for each tab, so that two tabs of one
 * form never overwrite each other (finding F19). A closed tab's draft is offered to the next one. `form` names the form
 * and its record; `read` parses stored values, which an earlier version may have written.
 */
export function useTabDraft<Values>(form: string, read: (draft: Values) => Values): TabDraft<Values> {
  const [tab, setTab] = useState(nameOfTab);
  const key = `${form}:${tab}`;
  const readKept = (from: string): StoredDraft<Values> | null => {
    const draft = stored<Values>(from);
    try {
      return draft && { ...draft, values: read(draft.values) };
    } catch {
      return null;
    }
  };
  const [restored] = useState(() => readKept(key));
  const [offered, offer] = useState<(StoredDraft<Values> & { readonly key: string }) | null>(null);
  const [kept] = useState(() => createStore<Kept>(restored && { at: restored.savedAt }));
  const offerLatest = useEffectEvent((open: ReadonlySet<string>) => {
    if (restored) return;
    const drafts = keysOf(form)
      .filter(other => other !== key && !open.has(other))
      .map(other => ({ key: other, kept: readKept(other) }))
      .toSorted((one, other) => (other.kept?.savedAt ?? 0) - (one.kept?.savedAt ?? 0));
    const [latest] = drafts;
    if (latest?.kept) offer({ ...latest.kept, key: latest.key });
  });
  useEffect(() => {
    let isLeft = false;
    void openDrafts().then(open => isLeft || offerLatest(open));
    return () => {
      isLeft = true;
    };
  }, []);
  // A duplicated tab has copied the other's name, and continues under a new one.
  useEffect(
    () =>
      hold(key, () => {
        const own = newClientId();
        sessionStorage.setItem(tabKey, own);
        setTab(own);
      }),
    [key],
  );
  const { keepSoon, forget } = useKeeping(key, kept);
  const release = () => {
    if (offered) localStorage.removeItem(offered.key);
    offer(null);
  };
  return {
    name: key,
    restored,
    offered,
    take: release,
    refuse: release,
    keep: keepSoon,
    kept,
    drop: () => {
      keepSoon.cancel();
      localStorage.removeItem(key);
      kept.set(null);
    },
    forget,
  };
}

/** Stores values shortly after they are typed, until the form is saved. */
function useKeeping(key: string, kept: Store<Kept>) {
  const isForgotten = useRef(false);
  const keepSoon = useDebouncedCallback(
    (values: unknown) => {
      if (isForgotten.current) return;
      const savedAt = Date.now();
      kept.set(write(key, { savedAt, values }) ? { at: savedAt } : 'failed');
    },
    { delay: 400, flushOnUnmount: true },
  );
  // Leaving the page within the delay still stores the last keystrokes.
  useEffect(() => {
    const flush = () => keepSoon.flush();
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [keepSoon]);
  return {
    keepSoon,
    forget: () => {
      isForgotten.current = true;
      localStorage.removeItem(key);
    },
  };
}

/** The stored drafts of a form by all tabs; an earlier version stored one for all, under the form's own name. */
const keysOf = (form: string): string[] =>
  Object.keys(localStorage).filter(key => key === form || key.startsWith(`${form}:`));

function stored<Values>(key: string): StoredDraft<Values> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft<Values> | null;
    return draft && Date.now() - draft.savedAt <= maxAgeMs ? draft : null;
  } catch {
    return null;
  }
}

/** Returns whether it is stored. */
function write(key: string, draft: StoredDraft<unknown>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    // Storage is full or not allowed: the form works without it, and asks before it is left.
    return false;
  }
}

/** Locks exist on https and localhost only. Without them, any other draft counts as left behind. */
const locks = (): LockManager | undefined => navigator.locks;

/** The drafts that are open in a tab. */
async function openDrafts(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])));
}

/**
 * Holds a lock on a draft's name while its form is mounted, and reports when another tab has it. Returns the function
 * that releases it.
 */
function hold(key: string, onTaken: () => void): () => void {
  let release = () => {};
  const isDone = new Promise<void>(resolve => {
    release = resolve;
  });
  let isLeft = false;
  void locks()?.request(key, { ifAvailable: true }, lock => {
    if (lock) return isDone;
    if (!isLeft) onTaken();
    return undefined;
  });
  return () => {
    isLeft = true;
    release();
  };
}
