import { Button, Checkbox } from '@mantine/core';
import { ScanBarcode } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import type { ProductChoice } from '#domain/products/product.contract';
import { ApiError, messageOf } from '../../platform/api-error';
import { useLastChoice } from '../../platform/last-choice';
import { useLookUp } from '../../platform/look-up';
import { LookUp } from '../../ui/form/look-up';
import { CountQuantityPrompt, type EnteredQuantity } from './count-quantity-prompt';
import { productsToCount } from './stock.queries';
import type { Counting } from './use-counting';

const scanned = {
  label: 'Scan or type a product',
  placeholder: 'Barcode, SKU or name, then Enter',
  leftSection: <ScanBarcode size={18} aria-hidden />,
  size: 'md',
  maxLength: 200,
} as const;

/** What an answer is about: a product, or a code that matches none. */
type Subject = `product ${number}` | `code ${string}`;
type Failure = { readonly subject: Subject; readonly words: string };
type Answer = { readonly subject: Subject | null; readonly words: string; readonly isProblem: boolean };
/** A product whose quantity is asked for; the same one may be scanned twice. */
type Asked = { readonly nth: number; readonly product: ProductChoice };

/**
 * Counts by scanning or by name: each scan adds the code's units, or asks for the quantity. The field is then
 * ready for the next scan.
 */
export function CountScanField({ countId, count }: { countId: number; count: Counting }) {
  const field = useRef<HTMLDivElement>(null);
  const search = useSearch(field);
  const { text, setText, setOpen, found, offer, focus } = search;
  const [whatNext, setWhatNext] = useLastChoice('count-scan', ['count', 'ask'], 'count');
  const asks = whatNext === 'ask';
  const { asked, ask, end } = useQuestions();
  const { answer, failures, clearFailures, enter, settle } = useAnswer(count);

  /** Counts a product, or asks for its quantity: the code it was found by is no failure any more. */
  const take = (product: ProductChoice, code: string) => {
    settle(`code ${code}`);
    if (asks) return ask(product);
    void enter(product, { how: 'add', quantity: textFromQuantity(product.scanned_factor) });
  };
  const scan = () => {
    const code = text.trim();
    if (code === '') return;
    // Enter arrived before the list: a complete code counts at once, part of a name only once it is chosen.
    const decide = (product: ProductChoice | undefined) => {
      if (product?.is_exact) return take(product, code);
      const words = `No product has the code ${code}.`;
      settle(`code ${code}`, words, product && offer(code) ? `${words} Choose one from the list.` : words);
    };
    void found
      .best()
      .then(decide, () => settle(`code ${code}`, `${code} could not be looked up. Scan it again.`));
    setText('');
    setOpen(false);
  };
  return (
    <div className="count-scan">
      <div ref={field}>
        <ProductLookUp search={search} onTake={product => take(product, text.trim())} onEnter={scan} />
      </div>
      {asked && (
        <CountQuantityPrompt
          key={asked.nth}
          countId={countId}
          product={asked.product}
          onDone={entered => {
            end(asked);
            focus();
            if (entered) void enter(asked.product, entered, true);
          }}
        />
      )}
      <AskChoice
        isAsked={asks}
        onChange={next => {
          setWhatNext(next);
          focus();
        }}
      />
      <CountAnswer answer={answer} failures={failures} onClear={clearFailures} />
    </div>
  );
}

type LookUpProps = {
  search: ReturnType<typeof useSearch>;
  onTake: (product: ProductChoice) => void;
  onEnter: () => void;
};

function ProductLookUp({ search, onTake, onEnter }: LookUpProps) {
  const { text, setText, isAsked, setOpen, found } = search;
  return (
    <LookUp
      field={scanned}
      text={text}
      onText={setText}
      isOpen={isAsked}
      onOpen={setOpen}
      choices={found.items?.map(({ id, name, sku }) => ({ key: id, label: name, detail: sku }))}
      isCurrent={found.isCurrent && found.items?.length !== 0}
      onChoose={index => {
        const product = found.items?.[index];
        setText('');
        if (product) onTake(product);
      }}
      onEnter={onEnter}
      nothing="No product found."
    />
  );
}

const AskChoice = ({
  isAsked,
  onChange,
}: {
  isAsked: boolean;
  onChange: (next: 'count' | 'ask') => void;
}) => (
  <Checkbox
    label="Ask for the quantity after each scan"
    checked={isAsked}
    onChange={event => onChange(event.currentTarget.checked ? 'ask' : 'count')}
  />
);

/** The text in the field and the matching products. */
function useSearch(field: RefObject<HTMLDivElement | null>) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [offered, setOffered] = useState(0);
  const isAsked = isOpen && text.trim() !== '';
  const found = useLookUp(productsToCount, text, isAsked);
  const focus = () => field.current?.querySelector('input')?.focus();
  useEffect(() => field.current?.querySelector('input')?.focus(), [field]);
  // Runs once the text is back in the field; the next scan overwrites it.
  useEffect(() => {
    if (offered > 0) field.current?.querySelector('input')?.select();
  }, [field, offered]);
  /** Shows the matches for a text, unless the next code is already being scanned. */
  const offer = (code: string): boolean => {
    if (field.current?.querySelector('input')?.value !== '') return false;
    setText(code);
    setOpen(true);
    setOffered(count => count + 1);
    return true;
  };
  return { text, setText, isAsked, setOpen, found, offer, focus };
}

/** The products whose quantity is asked for, one after the other: answers may arrive while one is asked about. */
function useQuestions() {
  const [waiting, setWaiting] = useState<readonly Asked[]>([]);
  const count = useRef(0);
  return {
    asked: waiting[0],
    ask: (product: ProductChoice) => {
      count.current += 1;
      const nth = count.current;
      setWaiting(before => [...before, { nth, product }]);
    },
    // Leaving the field may end it a second time.
    end: ({ nth }: Asked) => setWaiting(before => before.filter(one => one.nth !== nth)),
  };
}

type AnswerProps = { answer: Answer; failures: readonly Failure[]; onClear: () => void };

const CountAnswer = ({ answer, failures, onClear }: AnswerProps) => (
  <>
    <p className="count-answer" role="status" data-problem={answer.isProblem || undefined}>
      {answer.words}
    </p>
    <Failures failures={failures.filter(({ subject }) => subject !== answer.subject)} onClear={onClear} />
  </>
);

/** What was not counted before the last answer: of many scans that waited, each one that was refused. */
function Failures({ failures, onClear }: Omit<AnswerProps, 'answer'>) {
  if (failures.length === 0) return null;
  return (
    <div className="count-failures">
      <ul aria-label="Not counted">
        {failures.map(({ subject, words }) => (
          <li key={subject}>{words}</li>
        ))}
      </ul>
      <Button size="xs" variant="default" onClick={onClear}>
        Clear messages
      </Button>
    </div>
  );
}

/** Saves a scan and shows the result. */
function useAnswer(count: Counting) {
  const [answer, setAnswer] = useState<Answer>({ subject: null, words: '', isProblem: false });
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  /** The last answer about a product or a code replaces an earlier failure of it. `said` is what is shown at once. */
  const settle = (subject: Subject, failed?: string, said = failed) => {
    if (said !== undefined) setAnswer({ subject, words: said, isProblem: true });
    setFailures(before => [
      ...before.filter(failure => failure.subject !== subject),
      ...(failed === undefined ? [] : [{ subject, words: failed }]),
    ]);
  };
  const enter = async (product: ProductChoice, entered: EnteredQuantity, isAsked = false) => {
    const subject: Subject = `product ${product.id}`;
    const isUnconfirmed = { current: false };
    try {
      const { line } = await count({ product_id: product.id, ...entered }, () => {
        isUnconfirmed.current = true;
        setAnswer({
          subject,
          words: `${product.name}: not confirmed yet. Do not scan it again: it is sent again until there is an answer, and what you scan next after it.`,
          isProblem: true,
        });
      });
      const counted = `${quantityWords(line.counted ?? 0, line.unit)} counted.`;
      // What was typed is not the count where something was counted before.
      const isAdded = isAsked && line.counted !== quantityFromText(entered.quantity);
      setAnswer({
        subject,
        words: `${line.name}: ${isAdded ? `${entered.quantity} added, ` : ''}${counted}`,
        isProblem: false,
      });
      settle(subject);
    } catch (error) {
      // Who has been signed out meanwhile does not learn what became of it.
      const isUncertain =
        isUnconfirmed.current && error instanceof ApiError && [401, 403].includes(error.status);
      const words = isUncertain
        ? `It is not certain whether ${product.name} was counted. Check its quantity in the list.`
        : messageOf(error, `${product.name} could not be counted. Try again.`);
      const named = words.replace(/^This product/, product.name);
      const failed = named.includes(product.name) ? named : `${product.name}: ${named}`;
      settle(subject, failed);
    }
  };
  return { answer, failures, clearFailures: () => setFailures([]), enter, settle };
}
