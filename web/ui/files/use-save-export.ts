import { useNavigate } from '@tanstack/react-router';
import { toast } from '../../platform/notices';
import type { AskedFile } from './save-export';

/**
 * Saves an export or a paper. One that is large or takes long is made in the background instead, from where its download
 * can be resumed (finding F64). A failure is reported by a notification. Loaded when it is used.
 */
export function useSaveExport() {
  const navigate = useNavigate();
  return async (asked: AskedFile): Promise<void> => {
    const part = await import('./save-export').catch(() => undefined);
    if (part) return part.saveExport(asked, () => void navigate({ to: '/exports' }));
    toast.error('The export could not be started. Check the connection, then try again.');
  };
}
