import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod';

/** Paths pinned, in order, and the groups that the user has opened or folded, by their labels. */
const memory = z.object({ pinned: z.array(z.string()), isOpen: z.record(z.string(), z.boolean()) });
type Memory = z.infer<typeof memory>;

const nothing: Memory = { pinned: [], isOpen: {} };

/** What this browser keeps of the menu for a user. */
export function useMenuMemory(userId: number) {
  const [kept, setKept] = useLocalStorage<Memory>({
    key: `menu-${userId}`,
    defaultValue: nothing,
    getInitialValueInEffect: false,
    deserialize: text => readMemory(text),
  });
  return {
    pinned: kept.pinned,
    /** Undefined until the user has opened or folded the group. */
    isOpen: (group: string): boolean | undefined => kept.isOpen[group],
    setOpen: (group: string, isOpen: boolean) =>
      setKept(now => ({ ...now, isOpen: { ...now.isOpen, [group]: isOpen } })),
    pin: (path: string) => setKept(now => ({ ...now, pinned: [...now.pinned, path] })),
    unpin: (path: string) =>
      setKept(now => ({ ...now, pinned: now.pinned.filter(pinned => pinned !== path) })),
  };
}

/** Text of another version of the product, or changed by hand, counts as nothing kept. */
function readMemory(text: string | undefined): Memory {
  try {
    return memory.parse(JSON.parse(text ?? 'null'));
  } catch {
    return nothing;
  }
}
