import { THUMBNAIL_MAX_BYTES, THUMBNAIL_MAX_PX } from '@rapport/contract/files';

/** Sharp enough for a small picture; the worse ones are tried when it would be too long. */
const QUALITIES = [0.8, 0.6, 0.4];

/**
 * Makes the small picture of a file, or null for what this browser cannot draw. The service opens
 * no picture itself.
 */
export async function thumbnailOf(file: Blob): Promise<Blob | null> {
  if (!file.type.startsWith('image/') || typeof OffscreenCanvas === 'undefined') return null;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, THUMBNAIL_MAX_PX / Math.max(picture.width, picture.height));
    const side = (px: number) => Math.max(1, Math.round(px * scale));
    const canvas = new OffscreenCanvas(side(picture.width), side(picture.height));
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    for (const quality of QUALITIES) {
      const small = await canvas.convertToBlob({ type: 'image/webp', quality });
      // A browser that cannot write WebP writes another type.
      if (small.type !== 'image/webp') return null;
      if (small.size <= THUMBNAIL_MAX_BYTES) return small;
    }
    return null;
  } catch {
    return null;
  }
}
