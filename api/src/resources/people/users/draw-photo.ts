import { decodePicture, openPicture, readPictureFile } from '../../../platform/picture-file.ts';

const SIDE = 96;

/** Draws the small square picture of an account. Throws `BadPicture`. */
export async function drawPhoto(bytes: Uint8Array): Promise<Buffer> {
  await readPictureFile(bytes);
  return await decodePicture(() => openPicture(bytes).resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 80 }).toBuffer());
}
