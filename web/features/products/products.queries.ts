import { queryOptions } from '@tanstack/react-query';
import { maxSearchLength } from '#domain/kernel/list-query';
import { productActivity } from '#domain/products/product-activity.contract';
import { productChoices } from '#domain/products/product-choices.contract';
import { productImages } from '#domain/products/product-image.contract';
import { products } from '#domain/products/product.contract';
import { requestFile } from '../../platform/api';
import {
  contractQuery,
  fileQuery,
  isReread,
  pageQuery,
  recordList,
  recordQuery,
  unlessEmpty,
} from '../../platform/queries';

export const productPage = pageQuery(products.list);
export const productList = recordList(products.list, id => `/products/${id}`);
export const productById = recordQuery(products.get);
export const productChoiceLists = contractQuery(productChoices);

export const productsByText = (text: string) =>
  unlessEmpty(text, contractQuery(products.search, { query: { text: text.slice(0, maxSearchLength) } }));

/** Inactive products as well: what is left of them is still counted and adjusted. */
export const productsToAdjust = (text: string) =>
  unlessEmpty(
    text,
    contractQuery(products.search, {
      query: { text: text.slice(0, maxSearchLength), status: 'adjustable' },
    }),
  );

export const movementsOfProduct = (id: number) =>
  contractQuery(productActivity.movements, { params: { id } });
export const purchasesOfProduct = (id: number) =>
  contractQuery(productActivity.purchases, { params: { id } });
export const salesOfProduct = (id: number) => contractQuery(productActivity.sales, { params: { id } });

/** A picture as an address for an `img`. Pictures never change; they are replaced. */
export function pictureOfProduct(id: number, imageId: number) {
  const file = fileQuery(productImages.content, { params: { id, image_id: imageId } });
  return queryOptions({
    queryKey: file.queryKey,
    queryFn: async ({ signal, ...context }) =>
      dataAddressOf(
        await requestFile(productImages.content, {
          params: { id, image_id: imageId },
          signal,
          shownInPlace: true,
          isBackground: isReread(context),
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const dataAddressOf = (content: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    const read = () =>
      typeof reader.result === 'string'
        ? done(reader.result)
        : fail(reader.error ?? new Error('The picture could not be read.'));
    reader.addEventListener('loadend', read);
    reader.readAsDataURL(content);
  });
