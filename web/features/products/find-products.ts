import type { ProductChoice } from '#domain/products/product.contract';
import { isAlike } from '../../ui/lines/pasted-lines';

/** Few at a time, so that other users do not wait for a long paste. */
const searchesAtOnce = 4;

/** The products that pasted texts stand for, by text. */
export async function findEach(
  texts: readonly string[],
  find: (text: string) => Promise<ProductChoice | undefined>,
): Promise<Map<string, ProductChoice>> {
  const left = texts.values();
  const found = new Map<string, ProductChoice>();
  const searchOn = async () => {
    for (const text of left) {
      const product = await find(text);
      if (product) found.set(text, product);
    }
  };
  await Promise.all(Array.from({ length: searchesAtOnce }, searchOn));
  return found;
}

/** The product that a pasted text stands for: its barcode, its stock code, the supplier's code or its whole name. */
export const productNamed = (text: string, found: readonly ProductChoice[]): ProductChoice | undefined =>
  found.find(({ is_exact }) => is_exact) ?? found.find(({ name }) => isAlike(name, text));
