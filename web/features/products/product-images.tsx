import { Button, FileButton, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImagePlus, Star, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { ProductDetail } from '#domain/products/product.contract';
import { imageExtensions, maxImages, type ProductImage } from '#domain/products/product-image.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { NoticeAlert } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { pictureOfProduct } from './products.queries';
import { type ChangePictures, useChangePictures } from './use-change-pictures';

type Props = { product: ProductDetail; onChanged: () => void };

/** The pictures of a product. The first is the main one. */
export function ProductImages({ product, onChanged }: Props) {
  const canEdit = useAccess().can('edit_product') && product.status !== 'archived';
  const change = useChangePictures(product.id, onChanged);
  const { images } = product;
  return (
    <Card
      title="Pictures"
      actions={canEdit && <AddPictures change={change} isFull={images.length >= maxImages} />}
    >
      <NoticeAlert notices={change.notices} />
      {images.length === 0 ? (
        <p className="picture-hint">
          No pictures yet.{' '}
          {canEdit && 'Use JPEG or PNG. Pictures are resized, and location and camera details are removed.'}
        </p>
      ) : (
        <ul className="picture-list">
          {images.map((image, index) => (
            <li key={image.id} className="picture">
              <Picture product={product} image={image} number={index + 1} />
              {canEdit && <PictureActions change={change} image={image} number={index + 1} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function AddPictures({ change, isFull }: { change: ChangePictures; isFull: boolean }) {
  // The browser reports a file picked twice only if the field was cleared in between.
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

/** A picture, fetched with the session's token, which an `img` address does not carry. */
function Picture({ product, image, number }: PictureProps) {
  const { data } = useQuery(pictureOfProduct(product.id, image.id));
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
