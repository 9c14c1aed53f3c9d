import express, { type Express } from 'express';
import { plainNumbers } from '../text/plain-json.ts';

/** An Express application with exact matching of paths and without parsing of queries. */
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

/** Converts a path of a table, with names in braces, to the form of Express. */
export function expressPath(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** The value of the header `Allow`. */
export function allowedMethods(
  rows: readonly { readonly method: string; readonly path: string }[],
  path: string,
): string {
  return rows
    .filter((row) => row.path === path)
    .map(({ method }) => method.toUpperCase())
    .join(', ');
}
