import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Response } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of a page, read once, so that a page and what it loads are of one version. */
export interface PageAsset {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** @returns undefined for a file of a kind that no page loads. */
export function readAsset(file: string): PageAsset | undefined {
  const type = TYPES[extname(file)];
  if (type === undefined) return undefined;
  const body = readFileSync(file);
  const digest = createHash('sha256').update(body).digest('base64url');
  return { type, body, etag: `"${digest.slice(0, 22)}"` };
}

/** Answers 304, as Express does by itself, where the client has this very content. */
export function sendAsset(response: Response, { type, body, etag }: PageAsset): void {
  response.set({ ETag: etag, 'Cache-Control': 'no-cache', 'Content-Type': type });
  response.send(body);
}
