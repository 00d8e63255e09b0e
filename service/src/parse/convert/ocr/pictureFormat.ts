/** Picture formats that are decoded as they are; TIFF has its own decoder. */
export type PictureFormat = 'png' | 'jpg' | 'webp' | 'gif' | 'bmp';
