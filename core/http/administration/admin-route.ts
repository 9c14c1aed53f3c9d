import type { Request, Response } from 'express';
import type { Office } from '../../administration/office.ts';
import { GatewayError, type FieldError, type FieldErrorCode } from '../../errors.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readMoment } from '../../ledger/check-operation.ts';
import type { AdminRequests } from '../../generated/admin-requests.ts';
import { loadValidators } from '../../generation/load-validators.ts';
import { checkBy } from '../../schema/check-by.ts';
import { parseStrictJson } from '../../workers/strict-json.ts';
import { readBody } from '../read/read-body.ts';
import { nulErrors } from '../read/nul-characters.ts';
import { parameterError, readParameters } from '../read/read-parameters.ts';
import { refusalOf } from './admin-error.ts';

export interface AdminRequest {
  readonly request: Request;
  readonly response: Response;
  readonly office: Office;
}

export interface AdminRoute {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** Below `/admin/v1`, as Express writes it. */
  readonly path: string;
  readonly handle: (asked: AdminRequest) => Promise<void>;
}

const VALIDATORS = await loadValidators('admin.mjs');
const MAX_BODY_BYTES = 65_536;
/** So few bodies of so few bytes need no budget: a token has 20 requests at once. */
const NO_SHARE = { take: () => true, holdsMost: () => false };

/** @throws GatewayError 400, 413 or 415, with every wrong field. */
export async function readAdminBody<Name extends keyof AdminRequests>(
  { request, response }: AdminRequest,
  name: Name,
): Promise<AdminRequests[Name]> {
  const bytes = await readBody({ request, response, body: NO_SHARE }, MAX_BODY_BYTES);
  const parsed = parseStrictJson(bytes);
  if ('problem' in parsed) throw new GatewayError('malformed-json', { errors: [parsed.problem] });
  const checked = checkBy<AdminRequests[Name]>(VALIDATORS[name])(parsed.value);
  if ('problems' in checked) throw new GatewayError('validation-failed', { errors: checked.problems });
  const errors = nulErrors(checked.request);
  if (errors.length > 0) throw new GatewayError('validation-failed', { errors });
  return checked.request;
}

/** Reads a field that a schema cannot judge alone. @throws GatewayError 400 that names it. */
export function readField<T>(pointer: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError)
      throw new GatewayError('validation-failed', {
        errors: [{ pointer, code: 'range', message: error.message }],
      });
    throw refusalOf(error, pointer);
  }
}

/** Waits for a change. @param pointer of the field that decides whether the ledger takes it. */
export async function change<T>(pointer: string, changing: Promise<T>): Promise<T> {
  return await changing.catch((error: unknown) => {
    throw refusalOf(error, pointer);
  });
}

/** A segment of the path. @throws GatewayError 400 that names it where it holds a NUL character. */
export function segment({ request }: AdminRequest, name: string): string {
  const value: unknown = request.params[name];
  const errors = nulErrors(value, `/${name}`);
  if (errors.length > 0) throw new GatewayError('validation-failed', { errors });
  return typeof value === 'string' ? value : '';
}

/** The parameters of a query, or everything that is wrong with them. */
export interface Query {
  readonly text: (name: string) => string | undefined;
  /** A whole number from 1 to `maximum`; `fallback` where it is not given. */
  readonly count: (name: string, maximum: number, fallback: number) => number;
  /** Unix milliseconds. */
  readonly moment: (name: string) => number | undefined;
  readonly wrong: (name: string, code: FieldErrorCode, message: string) => void;
}

/** @throws GatewayError 400 naming every wrong parameter. */
export function readQuery<T>(
  { request }: AdminRequest,
  allowed: readonly string[],
  read: (query: Query) => T,
): T {
  const errors: FieldError[] = [];
  const parameters = readParameters(request, allowed, errors);
  const text = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const wrong = (name: string, code: FieldErrorCode, message: string): void => {
    errors.push(parameterError(name, code, message));
  };
  const result = read({
    text,
    wrong,
    count(name, maximum, fallback) {
      const given = text(name) ?? String(fallback);
      if (/^[1-9]\d{0,5}$/.test(given) && Number(given) <= maximum) return Number(given);
      wrong(name, 'range', `must be a whole number from 1 to ${maximum}`);
      return fallback;
    },
    moment(name) {
      const given = text(name);
      if (given === undefined) return undefined;
      try {
        return readMoment(given);
      } catch (error) {
        if (!(error instanceof LedgerError)) throw error;
        wrong(name, 'format', error.message);
        return undefined;
      }
    },
  });
  if (errors.length > 0) throw new GatewayError('validation-failed', { errors });
  return result;
}

/** A place in a list, as text that clients hand back as it is. */
export function writePlace(numbers: readonly number[]): string {
  return Buffer.from(numbers.join('.')).toString('base64url');
}

const PLACE = /^(?:0|[1-9]\d{0,15})(?:\.(?:0|[1-9]\d{0,15}))*$/;

/** @returns undefined where there is no cursor, or what `writePlace` never wrote for so many numbers. */
export function readPlace(query: Query, numbers: number): readonly number[] | undefined {
  const cursor = query.text('cursor');
  if (cursor === undefined) return undefined;
  const text = cursor.length > 64 ? '' : Buffer.from(cursor, 'base64url').toString('latin1');
  const place = PLACE.test(text) ? text.split('.').map(Number) : [];
  if (place.length === numbers && place.every(Number.isSafeInteger)) return place;
  query.wrong('cursor', 'format', 'send the nextCursor of an earlier page as it is');
  return undefined;
}
