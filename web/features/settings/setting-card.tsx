import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type * as z from 'zod';
import type { AnyCall } from '#domain/kernel/call';
import type { SettingName } from '#domain/settings/setting-history.contract';
import { useAccess } from '../../platform/access';
import { toast } from '../../platform/notices';
import { Card } from '../../ui/card';
import { LoadFailure } from '../../ui/load-failure';
import { useReload } from '../../platform/reload';
import { useShownVersion } from '../../ui/form/use-shown-version';
import { FieldOfAddress } from './focus-field';
import { SettingChanges } from './setting-changes';
import { ofSettings, settingBy } from './settings.queries';
import { useKeptFocus } from './use-kept-focus';

type Shown<Setting> = {
  readonly setting: Setting;
  /** Called with the saved setting. */
  readonly onSaved: (saved: Setting) => void;
};

type Props<Setting> = {
  title: string;
  /** What the setting does and what it does not change. */
  about: string;
  get: AnyCall & { readonly reply: z.ZodType<Setting> };
  /** The call that saves it. Users without permission see the fields disabled. */
  save: AnyCall;
  /** Its name in the audit log. */
  recordedAs: SettingName;
  actions?: ReactNode;
  children: (shown: Shown<Setting>) => ReactNode;
};

/** A card that loads one setting, shows its fields and reloads it after saving. */
export function SettingCard<Setting extends { readonly version: number }>(props: Props<Setting>) {
  const { title, about, get, save, recordedAs, actions, children } = props;
  const { canCall } = useAccess();
  const client = useQueryClient();
  const reload = useReload(...ofSettings);
  const read = settingBy(get);
  const page = useQuery(read);
  const onSaved = (saved: Setting) => {
    client.setQueryData(read.queryKey, saved);
    reload(() => toast.success('Saved successfully!'));
  };
  return (
    <Card title={title} actions={actions}>
      <p className="setting-about">{about}</p>
      {save.access === 'administrator' && !canCall(save) && (
        <p className="setting-about">Only an administrator can change these settings.</p>
      )}
      <LoadedOr page={page}>
        {setting => (
          <Started title={title} isDisabled={!canCall(save)} latest={setting} onSaved={onSaved}>
            {children}
          </Started>
        )}
      </LoadedOr>
      <SettingChanges setting={recordedAs} title={title} />
    </Card>
  );
}

/** The fields, which begin with the setting anew after they are saved. */
function Started<Setting extends { readonly version: number }>({
  title,
  isDisabled,
  latest,
  onSaved,
  children,
}: { title: string; isDisabled: boolean; latest: Setting; children: Props<Setting>['children'] } & Pick<
  Shown<Setting>,
  'onSaved'
>) {
  const [setting, begin] = useShownVersion(latest);
  const saved = (row: Setting) => {
    begin(row);
    onSaved(row);
  };
  const keptFocus = useKeptFocus(setting.version);
  return (
    <fieldset {...keptFocus} className="setting-fields" disabled={isDisabled} aria-label={title}>
      <Fragment key={setting.version}>{children({ setting, onSaved: saved })}</Fragment>
      <FieldOfAddress />
    </fieldset>
  );
}

type Page<Loaded> = {
  readonly data: Loaded | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

/** The loaded value, a placeholder while loading, or why it could not be loaded. */
export function LoadedOr<Loaded>({
  page,
  children,
}: {
  page: Page<Loaded>;
  children: (loaded: Loaded) => ReactNode;
}) {
  if (page.data !== undefined) return children(page.data);
  if (!page.isError) return <Skeleton height={260} />;
  return <LoadFailure page={page} />;
}
