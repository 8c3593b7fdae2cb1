import type { Rolldown } from 'vite';

/**
 * The modules of dialogs and drop-down lists, and our own fields that open one: many pages have some, while sign-in and
 * most lists start without any.
 */
const overlayParts =
  /web\/ui\/(?:date-input|dated-fields|look-up|spoken-date|typed-date|use-typed-date)\.tsx?|node_modules\/(?:tslib|@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|@mantine\/core\/(?:esm\/components|styles)\/(?:Combobox|FocusTrap|Modal|ModalBase|Overlay|Paper|Popover|Portal|ScrollArea|Stack|Textarea|Title|Transition)[/.]|@mantine\/core\/esm\/core\/DirectionProvider\/|@mantine\/core\/esm\/utils\/Floating\/|@mantine\/hooks\/esm\/use-(?:click-outside|focus-return|focus-trap|long-press)\/)/;

/** What the fields of records read and check. */
const fieldParts =
  /web\/ui\/(?:figure-inputs|typed-figures)\.tsx?|node_modules\/@mantine\/core\/(?:esm\/components|esm\/utils|styles)\/(?:Checkbox|InlineInput|InputsGroupFieldset)[/.]|domain\/payments\/(?:card-number|payment-reference)\.ts|domain\/countries\/|domain\/emails\/document-mail\.ts/;

/** The forms of records, with the merging of two users' edits. Sign-in has a smaller one. */
const formParts =
  /web\/(?:platform\/use-read-after-conflict|ui\/(?:form|form-dialog|reason-dialog|guarded-dialog|enter-to-next-field|send-problem|use-attempts|merge-edits|merge-lines|use-overtaken|use-sending|conflict-words|field-words|outside-values|sent-lines|use-shown-version))\.tsx?|node_modules\/(?:@mantine\/form|klona|fast-deep-equal|@mantine\/hooks\/esm\/use-debounced-value)\//;

/** The lines of documents: drafts, pasted rows and totals. */
const lineParts =
  /web\/(?:ui\/(?:document-foot|draft-alerts|edited-lines|line-errors|line-store|paste-note|pasted-cells|pasted-lines|use-document-form|use-line-change|use-line-list|use-line-paste)|platform\/tab-draft)\.tsx?/;

/** The layout of pages of records. */
const recordParts =
  /web\/ui\/(?:card|fact-list|long-table|options-from|page-header|page-link|shown-together)\.tsx?|web\/platform\/(?:look-up|may-open|page-path)\.ts/;

/** Quantities, unit costs, VAT and tenders, with the rules of products and of records: neither sign-in nor the suppliers have any. */
const goodsParts =
  /domain\/(?:kernel\/(?:percent|quantity|rounding|rule-result|unit-cost|vat|vat-number)|products\/product\.status|sales\/tender)\.ts/;

/** What many lists have beside their table: selected rows, totals, dialogs of their records and links of their headers. */
const listParts =
  /web\/ui\/(?:check-box|choice-column|list-totals|use-edited-in-list|use-list-selection)\.|web\/features\/(?:bulk-changes\/bulk-changes-link|imports\/import-link)\.tsx/;

/** What can be done with many rows: a list has it once it is shown, or when rows are selected. */
const bulkParts =
  /web\/(?:ui\/selection-bar|features\/bulk-changes\/(?:use-bulk-acts|use-bulk-selection|bulk-selection-bar|lazy-dialogs))\.tsx?/;

const icons = /node_modules\/lucide-react\/.*\/icons\//;
/** What the first script needs of the two parts below, so that it does not wait for them. */
const startParts =
  /web\/(?:frame\/place|navigation|page-guards|platform\/first-focus)\.ts|domain\/pages\/|@mantine\/hooks\/esm\/use-local-storage\/|react-router\/dist\/esm\/useLocation\.js|lucide-react\/.*\/icons\/(?:check|menu|user-round)\.mjs/;

/** What comes around every page after it, and sign-in: one file each. */
const frameParts =
  /web\/frame\/sidebar\.tsx|web\/features\/(?:notifications\/bell|emails\/unread-mail|dashboard\/waiting-count|get-started\/guide-entry|list-views\/view-name)\.tsx/;
const signInParts = /web\/features\/session\/login-page\.tsx/;

/** Of these features a list takes only the link of its header: the rest of the index does not come along. */
export const looseIndexes = /web\/features\/(?:bulk-changes|imports)\/index\.ts$/;

type Group = Rolldown.CodeSplittingGroup;

const later = {
  overlays: overlayParts,
  fields: fieldParts,
  forms: formParts,
  records: recordParts,
  lines: lineParts,
  goods: goodsParts,
};

/**
 * Which modules share a file. What most pages need is one file, because sixty small ones delayed the first page by
 * 0.2 s. Parts that many pages have, but neither sign-in nor a list starts with, are files of their own: the first page
 * does not wait for them, which `tests/structure/first-page.test.ts` watches.
 *
 * A group takes what its modules import along, so the common one comes first.
 */
export const chunkGroups: Group[] = [
  {
    name: 'common',
    minShareCount: 27,
    test: (id: string) => Object.values(later).every(parts => !parts.test(id)),
    priority: 5,
  },
  { name: 'start', test: startParts, priority: 5 },
  ...Object.entries(later).map(([name, test]) => ({ name, minShareCount: 2, test, priority: 4 })),
  { name: 'lists', minShareCount: 2, test: listParts, priority: 3 },
  { name: 'bulk', minShareCount: 2, test: bulkParts, priority: 2 },
  { name: 'frame', test: frameParts, priority: 3 },
  { name: 'sign-in', test: signInParts, priority: 3 },
  { name: 'frequent-icons', minShareCount: 9, test: icons, priority: 2 },
  { name: 'icons', minShareCount: 2, test: icons, priority: 1 },
];
