import { Anchor } from '@mantine/core';
import type { AnyCall } from '#domain/kernel/call';
import { toast } from '../platform/notices';
import { queueExport } from '../platform/queue-export';
import { requestSmallFile } from '../platform/request-small-file';
import { saveFile } from '../platform/save-file';

/** What is asked of an export or a paper, and the name it is saved under. */
export type AskedFile = {
  readonly call: AnyCall;
  readonly params?: Readonly<Record<string, number>>;
  readonly query: Readonly<Record<string, string>>;
  readonly fileName: string;
};

/** Saves a file, or has it made in the background and says where: `openExports` leads there. */
export async function saveExport(
  { call, fileName, ...asked }: AskedFile,
  openExports: () => void,
): Promise<void> {
  try {
    const file = await requestSmallFile(call, asked as never);
    if (file) return saveFile(file, fileName);
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
