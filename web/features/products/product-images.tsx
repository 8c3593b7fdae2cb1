import { Button, FileButton, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImagePlus, Star, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { ProductDetail } from '#domain/products/product.contract';
import {
  imageExtensions,
  mostImages,
  type ProductImage,
  productImages,
} from '#domain/products/product-image.contract';
import { useAccess } from '../../platform/access';
import { requestFile } from '../../platform/api';
import { Card } from '../../ui/card';
import { NoticeAlert } from '../../ui/notice';
import { RowAction } from '../../ui/row-action';
import { type ChangePictures, useChangePictures } from './use-change-pictures';

type Props = { product: ProductDetail; onChanged: () => void };

/** The pictures of a product. The first is the main one. */
export function ProductImages({ product, onChanged }: Props) {
  const mayEdit = useAccess().can('edit_product') && product.status !== 'archived';
  const change = useChangePictures(product.id, onChanged);
  const { images } = product;
  return (
    <Card
      title="Pictures"
      actions={mayEdit && <AddPictures change={change} isFull={images.length >= mostImages} />}
    >
      <NoticeAlert notices={change.notices} />
      {images.length === 0 ? (
        <p className="picture-hint">
          No pictures yet. {mayEdit && 'JPEG or PNG; they are made smaller and lose place and camera.'}
        </p>
      ) : (
        <ul className="picture-list">
          {images.map((image, index) => (
            <li key={image.id} className="picture">
              <Picture product={product} image={image} number={index + 1} />
              {mayEdit && <PictureActions change={change} image={image} number={index + 1} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function AddPictures({ change, isFull }: { change: ChangePictures; isFull: boolean }) {
  // The browser tells of a file picked twice only when the field was emptied in between.
  const emptyField = useRef<() => void>(null);
  const add = (files: File[]) => {
    change.add(files);
    emptyField.current?.();
  };
  return (
    <FileButton multiple accept={imageExtensions.join(',')} onChange={add} resetRef={emptyField}>
      {props => (
        <Button
          {...props}
          variant="default"
          size="xs"
          leftSection={<ImagePlus size={14} />}
          loading={change.busy}
          disabled={isFull}
        >
          Add pictures
        </Button>
      )}
    </FileButton>
  );
}

type ActionProps = { change: ChangePictures; image: ProductImage; number: number };

const PictureActions = ({ change, image, number }: ActionProps) => (
  <span className="row-actions">
    {number > 1 && (
      <RowAction
        icon={Star}
        label="Make main picture"
        of={`picture ${number}`}
        onClick={() => change.makeFirst(image.id)}
      />
    )}
    <RowAction
      icon={Trash2}
      label="Remove"
      of={`picture ${number}`}
      danger
      onClick={() => void change.remove(image.id)}
    />
  </span>
);

type PictureProps = { product: ProductDetail; image: ProductImage; number: number };

/** A picture, fetched with the session's token, which an address alone does not carry. */
function Picture({ product, image, number }: PictureProps) {
  const { data } = useQuery({
    queryKey: [productImages.content.path, image.id],
    queryFn: async ({ signal }) =>
      dataAddressOf(
        await requestFile(productImages.content, {
          params: { id: product.id, image_id: image.id },
          signal,
          shownInPlace: true,
        }),
      ),
    // A picture never changes; it is replaced by another one.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <span className="picture-frame">
      {data ? (
        <img src={data} alt={`${product.name} (${number})`} width={image.width} height={image.height} />
      ) : (
        <Skeleton width={160} height={160} />
      )}
    </span>
  );
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
