import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import type { RequestHandler } from 'express';
import { GatewayError } from '../../errors.ts';
import { type Freshness, sendStatic, staticFile, type StaticAnswer } from '../answer/static-answer.ts';
import { secureHeaders, type ContentPolicy } from '../server/secure-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads a file of a page.
 * @returns undefined for a file of a type that no page loads.
 */
export function readPageFile(file: string): StaticAnswer | undefined {
  const type = TYPES[extname(file)];
  return type === undefined ? undefined : staticFile(type, readFileSync(file));
}

/** Answers with a file of a page, or with a 404. @param policy the files that the page may load. */
export function pageHandler(
  policy: ContentPolicy,
  find: (parameters: Readonly<Record<string, unknown>>) => StaticAnswer | undefined,
  freshness: Freshness = 'no-cache',
): RequestHandler {
  const setHeaders = promisify(secureHeaders(policy));
  return async function pageFile(request, response) {
    const file = find(request.params);
    if (file === undefined) throw new GatewayError('not-found');
    await setHeaders(request, response);
    await sendStatic(response, file, freshness);
  };
}
