import { Anchor } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { AnyCall } from '#domain/kernel/call';
import { requestSmallFile } from '../platform/api';
import { toast } from '../platform/notices';
import { saveFile } from '../platform/save-file';

type Asked = {
  readonly params?: Readonly<Record<string, number>>;
  readonly query: Readonly<Record<string, string>>;
};

/**
 * Saves an export or a paper. One that is large or takes long is made in the background instead, from where its download
 * can be resumed (finding F64). A failure is reported by a notification.
 */
export function useSaveExport() {
  const navigate = useNavigate();
  return async (call: AnyCall, asked: Asked, fileName: string): Promise<void> => {
    try {
      const file = await requestSmallFile(call, asked as never);
      if (file) return saveFile(file, fileName);
      const { queueExport } = await import('../platform/queue-export');
      await queueExport(call, asked);
    } catch {
      // It has been reported.
      return;
    }
    tellQueued(() => void navigate({ to: '/exports' }));
  };
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
