import { Anchor } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useCanOpen } from '../../platform/may-open';
import { asText, type PageAddress } from '../../platform/page-path';
import { Day } from '../dates/day';
import { TextLink } from '../links';
import { Money } from '../money';
import './record-chain.css';

export type ChainDocument = {
  readonly key: string;
  readonly number: string;
  readonly date: string;
  readonly amount: number;
  /** Said where the other amounts of the chain include VAT. */
  readonly isNet?: boolean;
  /** A badge, where the amount does not say enough. */
  readonly state?: ReactNode;
  /** Its page, or the section of this page that shows it; none for the record on screen. */
  readonly link: PageAddress | `#${string}` | null;
};

/** The documents of one kind. */
export type ChainStage = { readonly name: string; readonly documents: readonly ChainDocument[] };

const maxInStage = 3;

/**
 * The documents before and after a record, in the order in which one follows from the other. Those on pages that the
 * user may not open are not named.
 */
export function RecordChain({ stages }: { stages: readonly ChainStage[] }) {
  const canOpen = useCanOpen();
  const isShown = ({ link }: ChainDocument) => link === null || link.startsWith('#') || canOpen(link);
  const shown = stages
    .map(({ name, documents }) => ({ name, documents: documents.filter(isShown) }))
    .filter(({ documents }) => documents.length > 0);
  if (shown.reduce((count, { documents }) => count + documents.length, 0) < 2) return null;
  return (
    <nav aria-label="Related documents" className="record-chain no-print">
      <ol>
        {shown.map(({ name, documents }) => (
          <li key={name}>
            <span className="record-chain-name">{name}</span>
            <ul aria-label={name}>
              {documents.slice(0, maxInStage).map(document => (
                <li key={document.key} className="record-chain-document">
                  <Number document={document} />
                  <span className="record-chain-aside">
                    <Day date={document.date} /> · <Money pence={document.amount} />
                    {document.isNet && ' net'}
                  </span>
                  {document.state}
                </li>
              ))}
              <More documents={documents.slice(maxInStage)} />
            </ul>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const Number = ({ document: { number, link } }: { document: ChainDocument }) =>
  link === null ? (
    <strong className="figures" aria-current="page">
      {number}
    </strong>
  ) : (
    <ChainLink to={link}>{number}</ChainLink>
  );

function More({ documents: [first, ...others] }: { documents: readonly ChainDocument[] }) {
  if (!first?.link) return null;
  return (
    <li>
      <ChainLink to={first.link}>{others.length + 1} more</ChainLink>
    </li>
  );
}

function ChainLink({ to, children }: { to: PageAddress | `#${string}`; children: ReactNode }) {
  return isSection(to) ? (
    <Anchor href={to} className="figures" onClick={event => showSection(event, to.slice(1))}>
      {children}
    </Anchor>
  ) : (
    <TextLink to={asText(to)} className="figures">
      {children}
    </TextLink>
  );
}

const isSection = (to: string): to is `#${string}` => to.startsWith('#');

/** Goes to a section of this page without a new entry in the history. */
function showSection(event: MouseEvent, id: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const section = document.getElementById(id);
  if (section) goTo(section);
}

/** At once, or as soon as it is shown: parts that load for themselves are hidden until all are there. */
function goTo(section: HTMLElement): void {
  if (!section.isConnected) return;
  if (section.checkVisibility({ visibilityProperty: true })) {
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  } else requestAnimationFrame(() => goTo(section));
}
