import type { ImageCounting, Model } from '../contract.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Computes the tokens that a model counts for an image. @param pixels undefined if nobody read its size. */
export function imageTokens(
  { imageTokens: most, imageCounting }: Model['limits'],
  pixels: Pixels | undefined,
): number {
  return imageCounting === undefined || pixels === undefined
    ? most
    : Math.min(most, countedTokens(imageCounting, pixels));
}

function countedTokens(counting: ImageCounting, pixels: Pixels): number {
  const { squarePx, tokensPerSquare = 1, tokensPerRow = 0, baseTokens = 0, pixelsPerToken = 1 } = counting;
  const { width, height } = scaledDown(counting, pixels);
  if (squarePx === undefined) return baseTokens + Math.ceil((width * height) / pixelsPerToken);
  const rows = Math.ceil(height / squarePx);
  const squares = rows * Math.ceil(width / squarePx);
  return baseTokens + rows * tokensPerRow + Math.ceil(squares * tokensPerSquare);
}

function scaledDown({ fitPx = Infinity, shortSidePx = Infinity }: ImageCounting, pixels: Pixels): Pixels {
  const { width, height } = pixels;
  const fitted = Math.min(1, fitPx / Math.max(width, height));
  const scale = Math.min(fitted, shortSidePx / Math.min(width, height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}
