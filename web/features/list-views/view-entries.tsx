import { Button, UnstyledButton } from '@mantine/core';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type ListView, listViews } from '#domain/list-views/list-view.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { confirmedRemoval } from '../../platform/confirm';
import { type ListState, standardView } from '../../platform/list-state';
import { toast } from '../../platform/notices';
import { useReload } from '../../platform/reload';
import { onDemand } from '../../ui/on-demand';
import { useViews } from './views-of-list';
import './view-entries.css';

const SaveViewDialog = onDemand(async () => (await import('./save-view-dialog')).SaveViewDialog);

type Props = { list: ListState; onDone: () => void };

/** The saved views in the menu of a list: open one, save changes, or save the list as it is now. */
export function ViewEntries({ list, onDone }: Props) {
  const { views, current, isChanged } = useViews(list);
  const [saving, setSaving] = useState<'new' | 'edit' | null>(null);
  const { act, busy } = useAct();
  const open = (view: string, params: ListView['params']) => {
    list.openView(view, params);
    onDone();
  };
  const replace = ({ id, name, is_shared, version }: ListView) =>
    act(`“${name}” is saved.`, () =>
      request(listViews.update, {
        params: { id },
        body: { name, is_shared, version, params: { ...list.params } },
        shownInPlace: true,
      }),
    );
  return (
    <section className="views" aria-label="Saved views">
      <ul>
        <Entry name="Standard view" isCurrent={!current} onOpen={() => open(standardView, {})} />
        {views.map(view => (
          <Entry
            key={view.id}
            name={view.may_change ? view.name : `${view.name} (${view.owner.name})`}
            note={noteOf(view)}
            isCurrent={view === current}
            onOpen={() => open(String(view.id), view.params)}
          />
        ))}
      </ul>
      <div className="views-actions">
        {current?.may_change && isChanged && (
          <Button size="xs" loading={busy} onClick={() => replace(current)}>
            Save
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => setSaving('new')}>
          Save as…
        </Button>
        {current && <CurrentActions view={current} list={list} onEdit={() => setSaving('edit')} />}
      </div>
      {saving && (
        <SaveViewDialog
          list={list}
          view={saving === 'edit' && current ? current : null}
          onClose={() => setSaving(null)}
        />
      )}
    </section>
  );
}

const noteOf = ({ is_default, is_shared, may_change }: ListView): string | undefined =>
  [is_default && 'Default', is_shared && may_change && 'Shared'].filter(Boolean).join(', ') || undefined;

type EntryProps = { name: string; note?: string | undefined; isCurrent: boolean; onOpen: () => void };

const Entry = ({ name, note, isCurrent, onOpen }: EntryProps) => (
  <li>
    <UnstyledButton className="view-entry" aria-current={isCurrent || undefined} onClick={onOpen}>
      <Check size={14} aria-hidden style={{ visibility: isCurrent ? 'visible' : 'hidden' }} />
      <span>{name}</span>
      {note && <small>{note}</small>}
    </UnstyledButton>
  </li>
);

/** What can be done with the current view: for its owner, and for the user's own default. */
function CurrentActions({ view, list, onEdit }: { view: ListView; list: ListState; onEdit: () => void }) {
  const { act, busy } = useAct();
  const { id, name, is_default } = view;
  const remove = async () => {
    if (!(await confirmedRemoval(`Delete the view “${name}”?`, 'Delete'))) return;
    act(`“${name}” is deleted.`, async () => {
      await request(listViews.remove, { params: { id }, shownInPlace: true });
      list.openView(standardView, {});
    });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        onClick={() =>
          act(is_default ? 'The list opens in the standard view.' : `The list opens with “${name}”.`, () =>
            request(listViews.setDefault, {
              params: { id },
              body: { is_default: !is_default },
              shownInPlace: true,
            }),
          )
        }
      >
        {is_default ? 'Remove default' : 'Make default'}
      </Button>
      {view.may_change && (
        <>
          <Button size="xs" variant="default" onClick={onEdit}>
            Rename or share…
          </Button>
          <Button size="xs" variant="default" color="red" onClick={() => void remove()}>
            Delete
          </Button>
        </>
      )}
    </>
  );
}

function useAct() {
  const reload = useReload(listViews.list);
  const [busy, setBusy] = useState(false);
  const act = (message: string, work: () => Promise<unknown>) => {
    setBusy(true);
    work()
      .then(
        () => reload(() => toast.success(message)),
        (error: unknown) => toast.error(messageOf(error, 'The view could not be saved.')),
      )
      .finally(() => setBusy(false));
  };
  return { act, busy };
}
