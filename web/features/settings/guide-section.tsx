import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card';
import { LinkButton } from '../../ui/links';
import { guideNow, useSaveGuide } from '../get-started';
import { LoadedOr } from './setting-card';

/** Opens the guide again, and brings it back into the menu after it was dismissed. */
export function GuideSection() {
  const page = useQuery(guideNow);
  const { busy, hide, bringBack } = useSaveGuide(page.data);
  return (
    <Card title="Get started">
      <p className="setting-about">
        The steps to set up your business. The guide stays in the menu until each step is done or skipped, or
        until you dismiss it.
      </p>
      <LoadedOr page={page}>
        {({ is_hidden }) => (
          <Group>
            <LinkButton to="/start">Open the guide</LinkButton>
            <Button variant="default" loading={busy} onClick={() => void (is_hidden ? bringBack() : hide())}>
              {is_hidden ? 'Show it in the menu' : 'Dismiss the guide'}
            </Button>
          </Group>
        )}
      </LoadedOr>
    </Card>
  );
}
