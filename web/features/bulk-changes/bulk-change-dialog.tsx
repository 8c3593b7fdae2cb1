import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isAllowed } from '#domain/kernel/access';
import { countOf } from '#domain/kernel/count-of';
import { isUnderWay } from '#domain/bulk-changes/bulk-change.contract';
import { isReadBelow } from '../../platform/reload';
import { useUser } from '../../platform/session';
import { enterToNextField } from '../../ui/form/enter-to-next-field';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { holdInput } from '../../ui/form/hold-input';
import { LinkButton } from '../../ui/links';
import { NoticeAlert } from '../../ui/notice';
import type { BulkSelection } from '../../ui/list/use-list-selection';
import { BulkChangeProgress } from './bulk-change-progress';
import { PreviewOfChange } from './bulk-preview';
import { bulkChangeById, whileUnderWay } from './bulk-changes.queries';
import type { BulkField, BulkTerms } from './bulk-terms';
import { useBulkDialog } from './use-bulk-dialog';
import '../../ui/form/form.css';
import './bulk-changes.css';

type Props = {
  terms: BulkTerms;
  selection: BulkSelection;
  onClose: () => void;
  /** It was closed after a change was confirmed. */
  onDone: () => void;
};

/** Changes many records of a list: fields, preview, progress, and Undo. */
export function BulkChangeDialog({ terms, selection, onClose: close, onDone }: Props) {
  const dialog = useBulkDialog(terms, selection);
  const onClose = () => {
    close();
    if (dialog.startedId !== null) onDone();
  };
  const count = countOf(selection.count, terms.one);
  const inWords = terms.act?.words ?? ((some: string) => `Change ${some}`);
  const showAtOnce = useEffectEvent(() => void (terms.fields.length === 0 && dialog.show()));
  useEffect(() => showAtOnce(), []);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => (dialog.isStarting ? holdInput(form.current) : undefined), [dialog.isStarting]);
  return (
    <GuardedDialog onClose={onClose} title={inWords(count)} size="lg">
      <NoticeAlert notices={dialog.notices} />
      {dialog.startedId !== null ? (
        <Started id={dialog.startedId} terms={terms} onClose={onClose} />
      ) : (
        <form
          ref={form}
          className="form"
          noValidate
          onKeyDown={event => enterToNextField(event, dialog.preview !== null)}
          onSubmit={event => {
            event.preventDefault();
            if (!dialog.isBlank) void (dialog.preview ? dialog.start() : dialog.show());
          }}
        >
          <BulkFields terms={terms} dialog={dialog} />
          {dialog.preview && <PreviewOfChange preview={dialog.preview} one={terms.one} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" disabled={dialog.isStarting} onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={dialog.busy}
              disabled={dialog.isBlank || dialog.preview?.changed === 0}
            >
              {dialog.preview ? inWords(countOf(dialog.preview.changed, terms.one)) : 'Preview'}
            </Button>
          </Group>
        </form>
      )}
    </GuardedDialog>
  );
}

type Dialog = ReturnType<typeof useBulkDialog>;

function BulkFields({ terms, dialog }: { terms: BulkTerms; dialog: Dialog }) {
  const user = useUser();
  const mine = terms.fields.filter(({ needs }) => needs === undefined || isAllowed(needs, user));
  return (
    <div className="form-columns">
      {mine.map((field, index) => (
        <OneField
          key={field.name}
          field={field}
          isFirst={index === 0}
          text={dialog.texts[field.name] ?? ''}
          blank={terms.act ? '' : 'Keep current'}
          error={dialog.errors[field.name]}
          onChange={text => dialog.set(field.name, text)}
        />
      ))}
    </div>
  );
}

type FieldProps = {
  field: BulkField;
  isFirst: boolean;
  text: string;
  /** What it says while it is blank. */
  blank: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

function OneField({ field, isFirst, text, blank, error, onChange }: FieldProps) {
  const { label, description, options, unit, required } = field;
  const shared = {
    label,
    ...(description ? { description } : {}),
    ...(required ? { required } : {}),
    ...(isFirst ? { 'data-autofocus': true } : {}),
    value: text,
    error,
  };
  return options ? (
    <NativeSelect
      {...shared}
      data={[{ value: '', label: blank }, ...options]}
      onChange={event => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      placeholder={blank}
      autoComplete="off"
      rightSection={unit && <span aria-hidden>{unit}</span>}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

/** The confirmed change while it runs, and its result. */
function Started({ id, terms, onClose }: { id: number; terms: BulkTerms; onClose: () => void }) {
  const { data: change } = useQuery({ ...bulkChangeById(id), refetchInterval: whileUnderWay });
  const queries = useQueryClient();
  // The form that had the focus is gone.
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const endedAs = change === undefined || isUnderWay(change.state) ? null : change.state;
  const { list } = terms;
  useEffect(() => {
    if (endedAs !== null) void queries.invalidateQueries({ predicate: query => isReadBelow(query, list) });
  }, [endedAs, list, queries]);
  return (
    <>
      {change && (
        <BulkChangeProgress
          change={change}
          onChange={next => queries.setQueryData(bulkChangeById(id).queryKey, next)}
        />
      )}
      <Group justify="flex-end" gap={8} mt={16}>
        <LinkButton to="/bulk-changes/$id" params={{ id: String(id) }} variant="default">
          View details
        </LinkButton>
        <Button ref={button} onClick={onClose}>
          Done
        </Button>
      </Group>
    </>
  );
}
