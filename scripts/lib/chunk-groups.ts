import type { Rolldown } from 'vite';

/**
 * The modules of dialogs and drop-down lists, and our own fields that open one: many pages have some, while sign-in and
 * most lists start without any.
 */
const overlayParts =
  /web\/ui\/(?:\w+\/)?(?:date-input|dated-fields|look-up|spoken-date|typed-date|use-typed-date)\.tsx?|node_modules\/(?:tslib|@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|@mantine\/core\/(?:esm\/components|styles)\/(?:Combobox|FocusTrap|Modal|ModalBase|Overlay|Paper|Popover|Portal|ScrollArea|Stack|Textarea|Title|Transition)[/.]|@mantine\/core\/esm\/core\/DirectionProvider\/|@mantine\/core\/esm\/utils\/Floating\/|@mantine\/hooks\/esm\/use-(?:click-outside|focus-return|focus-trap|long-press)\/)/;

/** What the fields of records read and check. */
const fieldParts =
  /web\/ui\/(?:\w+\/)?(?:contact-inputs|figure-inputs|typed-figures)\.tsx?|node_modules\/@mantine\/core\/(?:esm\/components|esm\/utils|styles)\/(?:Checkbox|InlineInput|InputsGroupFieldset)[/.]|domain\/payments\/(?:card-number|payment-reference)\.ts|domain\/countries\/|domain\/emails\/document-mail\.ts/;

/** The forms of records, with the merging of two users' edits. Sign-in has a smaller one. */
const formParts =
  /web\/(?:platform\/use-shown-record|ui\/(?:\w+\/)?(?:form|form-dialog|reason-dialog|guarded-dialog|enter-to-next-field|send-problem|use-attempts|merge-edits|merge-lines|use-overtaken|use-sending|conflict-words|field-words|outside-values|sent-lines|use-shown-version))\.tsx?|node_modules\/(?:@mantine\/form|klona|fast-deep-equal|@mantine\/hooks\/esm\/use-debounced-value)\//;

/** The lines of documents: drafts, pasted rows and totals. */
const lineParts =
  /web\/(?:ui\/(?:\w+\/)?(?:document-foot|draft-alerts|edited-lines|line-errors|line-store|lines-card|lines-status|paste-note|pasted-cells|pasted-lines|use-document-form|use-line-change|use-line-list|use-line-paste)|platform\/tab-draft)\.tsx?/;

/** The layout of pages of records. */
const recordParts =
  /web\/ui\/(?:\w+\/)?(?:card|fact-list|long-table|options-from|page-header|page-link|shown-together)\.tsx?|web\/platform\/(?:look-up|may-open|page-path)\.ts/;

/** Quantities, unit costs, VAT and tenders, with the rules of products and of records: neither sign-in nor the suppliers have any. */
const goodsParts =
  /domain\/(?:kernel\/(?:percent|quantity|rounding|rule-result|unit-cost|vat|vat-check-digits|vat-number)|products\/(?:barcode|product\.status)|sales\/tender)\.ts/;

/** What many lists have beside their table: selected rows, totals, dialogs of their records and links of their headers. */
const listParts =
  /web\/ui\/(?:\w+\/)?(?:check-box|choice-column|list-totals|use-edited-in-list|use-list-selection)\.|web\/features\/(?:bulk-changes\/bulk-changes-link|imports\/import-link)\.tsx/;

/** What can be done with many rows: a list has it once it is shown, or when rows are selected. */
const bulkParts =
  /web\/(?:ui\/list\/selection-bar|features\/bulk-changes\/(?:use-bulk-acts|use-bulk-selection|bulk-selection-bar|lazy-dialogs))\.tsx?/;

/** Rules and words of a few lines each that many pages have, and lists too: nothing that is drawn. */
const ruleParts =
  /domain\/(?:audit\/activity-words|kernel\/(?:attachment-calls|attachment-rules|due-within|line-amounts|prorate|size-in-words|upload-rate|vat-registration|with-article)|books\/books\.contract|pricing\/price-group\.contract|reports\/report-query|sales\/(?:sale-exception|sale-state)|settings\/company-status\.contract|tills\/(?:open-drawer|variance-words)|wallet\/customer-payment)\.ts/;

/** Controls of a few lines each that many pages have. */
const smallParts =
  /web\/(?:ui\/(?:\w+\/)?(?:counted|date-range|date-range-filter|document-link|due-within-options|ignored-params|journal-link|linked-text|more-menu|only-chosen|record-or-reason|record-steps|tiles|use-neighbours|use-saved-record)\.|platform\/(?:company-status|form-to-send|ignored-params|payment-names)\.)|@mantine\/core\/esm\/components\/(?:Code|FileButton)\//;

/** What the pages of single records have around the record: its chain, notes and attachments. */
const recordPageParts =
  /web\/(?:ui\/(?:\w+\/)?(?:action-button|attachments|attachments-card|record-chain|record-page|summary-card|use-record-dialogs)\.|features\/notes\/)|domain\/notes\//;

/** What purchases, bills and payments to suppliers are to each other's pages. */
const purchaseParts =
  /web\/features\/(?:purchase-orders\/(?:lazy-dialogs|order-link)|supplier-allocations\/lazy-parts|supplier-documents\/(?:bill-badge|bill-link|lazy-dialogs|supplier-documents)|suppliers\/status-tones)\.|domain\/(?:payments\/(?:payment|supplier-allocation)\.contract|purchase-orders\/(?:bill-status|order-write|purchasing-settings\.contract|reverse-charge|supplier-credit\.contract|supplier-document\.contract)|suppliers\/supplier-price\.contract)\.ts/;

/** Tills and what they count. */
const tillParts = /domain\/tills\/till\.contract\.ts/;

/** What customers, sales, quotes and their money are to each other's pages. */
const tradeParts =
  /web\/features\/(?:customers\/customers\.(?:css|queries)|invoices\/invoice-(?:badges|links))|domain\/(?:customers\/.*|quotes\/.*|sales\/(?:invoice-kind|related-sale|sale\.contract)|wallet\/wallet\.contract)\.ts/;

/** What products are to the pages of others. */
const productParts =
  /web\/(?:ui\/unit-price\.|features\/products\/(?:lazy-dialogs|product-choices|product-words|products\.queries)\.)|domain\/(?:kernel\/unit-words|products\/(?:product|product-activity|product-choices|product-image)\.contract)\.ts/;

/** Accounts, journals and reports, which save themselves and name each other. */
const reportParts =
  /web\/(?:ui\/files\/report-export\.|features\/saved-reports\/(?:saved-menu|saved-reports\.queries)\.)|domain\/(?:accounting\/(?:journal-kind|wages)|accounts\/account\.contract|journals\/journal\.contract|kernel\/steps|wallet\/aged\.contract|reports\/.*)\.ts/;

const icons = /node_modules\/lucide-react\/.*\/icons\//;
/** What the first script needs of the two parts below, so that it does not wait for them. */
const startParts =
  /web\/(?:frame\/place|navigation|page-guards|platform\/first-focus|ui\/record\/header-slot)\.ts|domain\/pages\/|@mantine\/hooks\/esm\/use-local-storage\/|react-router\/dist\/esm\/useLocation\.js|lucide-react\/.*\/icons\/(?:check|menu|user-round)\.mjs/;

/** What comes around every page after it, and sign-in: one file each. */
const frameParts =
  /web\/frame\/sidebar\.tsx|web\/features\/(?:notifications\/bell|live\/listening|emails\/unread-mail|dashboard\/waiting-count|get-started\/guide-entry|list-views\/view-name)\.tsx/;
const signInParts = /web\/features\/session\/login-page\.tsx/;

/** No index of a feature has side effects, so that importing one part brings only that part (decision 231). */
export const looseIndexes = /web\/features\/[\w-]+\/index\.ts$/;

type Group = Rolldown.CodeSplittingGroup;

const later = {
  overlays: overlayParts,
  fields: fieldParts,
  forms: formParts,
  records: recordParts,
  lines: lineParts,
  goods: goodsParts,
};

/** One file for each, or a page of an invoice would ask for eighty of a kilobyte or less. */
const ofFeatures = {
  rules: ruleParts,
  small: smallParts,
  catalogue: productParts,
  'record-pages': recordPageParts,
  purchasing: purchaseParts,
  tills: tillParts,
  trade: tradeParts,
  reporting: reportParts,
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
  ...Object.entries(ofFeatures).map(([name, test]) => ({ name, minShareCount: 2, test, priority: 1 })),
  { name: 'frequent-icons', minShareCount: 9, test: icons, priority: 2 },
  { name: 'icons', minShareCount: 2, test: icons, priority: 1 },
];
