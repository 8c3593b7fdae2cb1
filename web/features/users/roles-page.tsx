import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { type Role, roles } from '#domain/users/role.contract';
import { roleTemplates } from '#domain/users/role-templates';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { useShortcut } from '../../platform/shortcuts';
import { hasUnsavedChanges, leaving } from '../../platform/unsaved';
import { Card } from '../../ui/card';
import { MenuButton } from '../../ui/menus/menu-button';
import { LoadFailure } from '../../ui/load-failure';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { useReload } from '../../platform/reload';
import { RecordHistory } from '../audit';
import { draftOf, type RoleDraft, RoleEditor } from './role-editor';
import './users.css';
import { allRoles } from './users.queries';

const blank: RoleDraft = { id: null, name: '', description: '', permissions: [], discount_limit: '' };

/** Roles and their permissions. */
export function RolesPage() {
  usePageTitle('Roles');
  const { can } = useAccess();
  const notices = useNotice();
  const page = useQuery(allRoles);
  const reload = useReload(roles.list);
  const [draft, setDraft] = useState<RoleDraft | null>(null);
  // Counts new drafts, so that each gets its own editor.
  const [started, setStarted] = useState(0);
  const begin = (next: RoleDraft | null) =>
    leaving(() => {
      setDraft(next);
      setStarted(started + 1);
    });
  const canEdit = can('edit_user');
  useShortcut('n', 'Add role', () => begin(blank), canEdit);
  const all = page.data?.data;
  // Chosen once: a role that someone else adds or changes does not replace what is typed.
  if (draft === null && all?.[0]) setDraft(draftOf(all[0]));
  const shown = draft;
  const latest = all?.find(role => role.id === shown?.id);
  useLayoutEffect(() => {
    if (latest && !hasUnsavedChanges()) setDraft(draftOf(latest));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same version may be loaded many times
  }, [latest?.version]);
  const saved = (role: Role | null, message: string) => {
    const next = role ?? all?.find(other => other.id !== shown?.id);
    setDraft(next ? draftOf(next) : null);
    reload(() => notices.succeeded(message));
  };
  return (
    <>
      <PageHeader
        title="Roles"
        actions={
          canEdit && (
            <>
              <TemplateMenu onChoose={begin} />
              <Button leftSection={<Plus size={16} />} onClick={() => begin(blank)}>
                Add role
              </Button>
            </>
          )
        }
      />
      <NoticeAlert notices={notices} />
      <div className="roles-layout">
        <RoleList
          roles={all ?? []}
          chosen={shown?.id ?? null}
          onChoose={role => role.id !== shown?.id && begin(draftOf(role))}
        />
        {shown ? (
          <RoleEditor
            key={`${started}-${shown.id}-${shown.version}`}
            draft={shown}
            role={latest ?? null}
            canEdit={canEdit}
            notices={notices}
            onSaved={saved}
          />
        ) : page.isError ? (
          <LoadFailure page={page} />
        ) : (
          <Skeleton height={480} />
        )}
      </div>
      {shown?.id && <RecordHistory recordType="role" recordId={shown.id} />}
    </>
  );
}

const TemplateMenu = ({ onChoose }: { onChoose: (draft: RoleDraft) => void }) => (
  <MenuButton
    label="Start from a template"
    button={{ variant: 'default' }}
    items={roleTemplates.map(({ name, description, permissions }) => ({
      kind: 'item' as const,
      label: name,
      run: () => onChoose({ ...blank, name, description, permissions: [...permissions] }),
    }))}
  >
    Start from a template
  </MenuButton>
);

type RoleListProps = { roles: readonly Role[]; chosen: number | null; onChoose: (role: Role) => void };

const RoleList = ({ roles: all, chosen, onChoose }: RoleListProps) => (
  <Card title="All roles" flush>
    <ul className="role-list">
      {all.map(role => (
        <li key={role.id}>
          <button type="button" aria-current={chosen === role.id} onClick={() => onChoose(role)}>
            {role.name}
            <small className="figures">
              {role.user_count} user{role.user_count === 1 ? '' : 's'}
            </small>
          </button>
        </li>
      ))}
    </ul>
  </Card>
);
