import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { newClientId } from './client-id';

export type StoredDraft<Values> = { readonly savedAt: number; readonly values: Values };
export type TabDraft<Values> = {
  /** What this tab kept before it was loaded anew: it is back by itself. */
  readonly restored: StoredDraft<Values> | null;
  /** The latest of what a tab that is closed by now kept and never saved; taken over only when somebody says so. */
  readonly offered: StoredDraft<Values> | null;
  readonly take: () => void;
  readonly refuse: () => void;
  readonly keep: (values: Values) => void;
  /** Keeps nothing of what was typed so far. */
  readonly drop: () => void;
  /** Keeps nothing any more: it is saved. */
  readonly forget: () => void;
};

const maxAgeMs = 14 * 24 * 3600_000;
const tabKey = 'draft-tab';

/** This tab's own name, as long as it lives, however often it is loaded. */
function nameOfTab(): string {
  const name = sessionStorage.getItem(tabKey) ?? newClientId();
  sessionStorage.setItem(tabKey, name);
  return name;
}

/**
 * Keeps what is typed into a form in this browser until it is saved, for each tab by itself: two tabs of one form never
 * write over one another (finding F19). What a closed tab left is offered to the next one. `form` names the form and its
 * record, `read` makes values of what was kept, which an earlier version may have written.
 */
export function useTabDraft<Values>(form: string, read: (kept: Values) => Values): TabDraft<Values> {
  const [tab, setTab] = useState(nameOfTab);
  const key = `${form}:${tab}`;
  const readKept = (from: string): StoredDraft<Values> | null => {
    const kept = stored<Values>(from);
    try {
      return kept && { ...kept, values: read(kept.values) };
    } catch {
      return null;
    }
  };
  const [restored] = useState(() => readKept(key));
  const [offered, offer] = useState<(StoredDraft<Values> & { readonly key: string }) | null>(null);
  const isForgotten = useRef(false);
  const offerLatest = useEffectEvent((open: ReadonlySet<string>) => {
    if (restored) return;
    const left = keysOf(form)
      .filter(other => other !== key && !open.has(other))
      .map(other => ({ key: other, kept: readKept(other) }))
      .toSorted((one, other) => (other.kept?.savedAt ?? 0) - (one.kept?.savedAt ?? 0));
    const [latest] = left;
    if (latest?.kept) offer({ ...latest.kept, key: latest.key });
  });
  useEffect(() => {
    let isLeft = false;
    void openDrafts().then(open => isLeft || offerLatest(open));
    return () => {
      isLeft = true;
    };
  }, []);
  // A tab that was duplicated took the name of the other along: it goes on under one of its own.
  useEffect(
    () =>
      hold(key, () => {
        const own = newClientId();
        sessionStorage.setItem(tabKey, own);
        setTab(own);
      }),
    [key],
  );
  const keepSoon = useDebouncedCallback(
    (values: Values) => isForgotten.current || write(key, { savedAt: Date.now(), values }),
    { delay: 400, flushOnUnmount: true },
  );
  // A page that is left within the pause still keeps the last letters.
  useEffect(() => {
    const flush = () => keepSoon.flush();
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [keepSoon]);
  const release = () => {
    if (offered) localStorage.removeItem(offered.key);
    offer(null);
  };
  return {
    restored,
    offered,
    take: release,
    refuse: release,
    keep: keepSoon,
    drop: () => localStorage.removeItem(key),
    forget: () => {
      isForgotten.current = true;
      localStorage.removeItem(key);
    },
  };
}

/** What is kept for a form by any tab; an earlier version kept one for all of them, under the form's own name. */
const keysOf = (form: string): string[] =>
  Object.keys(localStorage).filter(key => key === form || key.startsWith(`${form}:`));

function stored<Values>(key: string): StoredDraft<Values> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft<Values> | null;
    return kept && Date.now() - kept.savedAt <= maxAgeMs ? kept : null;
  } catch {
    return null;
  }
}

function write(key: string, kept: StoredDraft<unknown>): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden store: the form works without it.
  }
}

/** Locks exist on https and localhost only. Without them any other draft counts as left behind. */
const locks = (): LockManager | undefined => navigator.locks;

/** The drafts that stand open in some tab. */
async function openDrafts(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])));
}

/** Holds the name of a draft while its form is there; says so when another tab has it. Answers how to let go. */
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
