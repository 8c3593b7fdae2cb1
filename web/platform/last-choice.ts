import { useLocalStorage } from '@mantine/hooks';

/** A choice that seldom changes, such as the label sheet in the printer. It begins as it was left on this device. */
export function useLastChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  first: Choice,
) {
  const [kept, keep] = useLocalStorage<Choice>({
    key: `last-${name}`,
    defaultValue: first,
    getInitialValueInEffect: false,
  });
  return [choices.find(choice => choice === kept) ?? first, keep] as const;
}
