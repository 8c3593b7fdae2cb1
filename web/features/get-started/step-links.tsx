import { useCanOpen } from '../../platform/may-open';
import { asText, type PageAddress } from '../../platform/page-path';
import { Card } from '../../ui/card';
import { TextLink } from '../../ui/links';

export type StepLink = {
  readonly to: PageAddress;
  readonly search?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly about: string;
};

/** The screens of a step, each with what it is for. Screens that the user cannot open are left out. */
export function StepLinks({ title, links }: { title: string; links: readonly StepLink[] }) {
  const canOpen = useCanOpen();
  return (
    <Card title={title}>
      <ul className="guide-links">
        {links
          .filter(({ to }) => canOpen(to))
          .map(({ to, search, label, about }) => (
            <li key={label}>
              <TextLink to={asText(to)} search={search} fw={600}>
                {label}
              </TextLink>
              <p>{about}</p>
            </li>
          ))}
      </ul>
    </Card>
  );
}
