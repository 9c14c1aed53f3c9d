import express, { type Express } from 'express';
import { plainNumbers } from '../text/plain-json.ts';

/** An Express application that takes each path as it is written, and reads no query by itself. */
export function createApplication(): Express {
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.enable('case sensitive routing');
  application.enable('strict routing');
  application.set('query parser', false);
  application.set('json replacer', plainNumbers);
  return application;
}

/** A path of a table, whose names in braces match one segment, as Express writes it. */
export function expressPath(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** For the header `Allow`. */
export function allowedMethods(
  rows: readonly { readonly method: string; readonly path: string }[],
  path: string,
): string {
  return rows
    .filter((row) => row.path === path)
    .map(({ method }) => method.toUpperCase())
    .join(', ');
}
