/** The tables that hold master records. Four have the same columns; sub-categories add their category. */
export type PlainMasterTable = 'categories' | 'brands' | 'units' | 'expense_categories';
export type MasterTable = PlainMasterTable | 'sub_categories';

export type MasterKind<Table extends MasterTable = MasterTable> = {
  readonly table: Table;
  /** The name in the audit log. */
  readonly recordType: string;
  /** The name within a sentence: "Unit not found". */
  readonly noun: string;
  /** Records that can use one of these, and so prevent its deletion. */
  readonly usedBy: readonly {
    readonly table:
      | 'sub_categories'
      | 'products'
      | 'promotion_categories'
      | 'promotion_group_categories'
      | 'expense_lines';
    readonly column: 'category_id' | 'sub_category_id' | 'brand_id' | 'unit_id' | 'buying_unit_id';
    readonly one: string;
    readonly many: string;
  }[];
};

const product = { table: 'products', one: 'product', many: 'products' } as const;

export const masterKinds = {
  categories: {
    table: 'categories',
    recordType: 'category',
    noun: 'Category',
    usedBy: [
      { table: 'sub_categories', column: 'category_id', one: 'sub-category', many: 'sub-categories' },
      { ...product, column: 'category_id' },
      { table: 'promotion_categories', column: 'category_id', one: 'promotion', many: 'promotions' },
      { table: 'promotion_group_categories', column: 'category_id', one: 'deal', many: 'deals' },
    ],
  },
  subCategories: {
    table: 'sub_categories',
    recordType: 'sub_category',
    noun: 'Sub-category',
    usedBy: [{ ...product, column: 'sub_category_id' }],
  },
  brands: {
    table: 'brands',
    recordType: 'brand',
    noun: 'Brand',
    usedBy: [{ ...product, column: 'brand_id' }],
  },
  units: {
    table: 'units',
    recordType: 'unit',
    noun: 'Unit',
    usedBy: [
      { ...product, column: 'unit_id' },
      {
        table: 'products',
        column: 'buying_unit_id',
        one: 'product bought in it',
        many: 'products bought in it',
      },
    ],
  },
  expenseCategories: {
    table: 'expense_categories',
    recordType: 'expense_category',
    noun: 'Expense category',
    usedBy: [
      { table: 'expense_lines', column: 'category_id', one: 'line of an expense', many: 'lines of expenses' },
    ],
  },
} as const satisfies Record<string, MasterKind>;
