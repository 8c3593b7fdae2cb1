import { Anchor } from '@mantine/core';
import type { AnyCall } from '#domain/kernel/call';
import { toast } from '../../platform/notices';
import { queueExport } from '../../platform/queue-export';
import { requestSmallFile } from '../../platform/request-small-file';
import { saveFile } from '../../platform/save-file';

/** What is asked of an export or a paper. */
export type AskedFile = {
  readonly call: AnyCall;
  readonly params?: Readonly<Record<string, number>>;
  readonly query: Readonly<Record<string, string>>;
  /** The name it is saved under. */
  readonly fileName: string;
  /** Whether the server's name is used instead, which says more, such as the days of a report. */
  readonly isNamedByServer?: boolean;
};

/** Saves a file, or has it made in the background and says where: `openExports` leads there. */
export async function saveExport(
  { call, fileName, isNamedByServer, ...asked }: AskedFile,
  openExports: () => void,
): Promise<void> {
  try {
    const file = await requestSmallFile(call, asked as never);
    if (file) return saveFile(file.content, (isNamedByServer && file.name) || fileName);
    await queueExport(call, asked);
  } catch {
    // It has been reported.
    return;
  }
  tellQueued(openExports);
}

/** Notifications are outside the router, so the link is a button. */
function tellQueued(open: () => void): void {
  const close = toast.withAction(
    <>
      This export is large, so it is made in the background.{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={() => {
          close();
          open();
        }}
      >
        Open exports
      </Anchor>
    </>,
    'success',
  );
}
